import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import { useState } from 'react'

import {
  numberText,
  displayLocale,
  useT,
  useUnsaved,
  useUser,
  type FollowFormProps,
} from '#browser'
import { SteadyButton } from '#browser/later'

import {
  departmentsIn,
  emptyForm,
  faultsIn,
  isFilledIn,
  missingIn,
  valuesOf,
  type SendForm,
} from '../dialog/sendForm.ts'
import { SendSettings } from '../dialog/SendSettings.tsx'
import { TargetPart } from '../dialog/TargetPart.tsx'
import { useTargets } from '../dialog/useTargets.browser.ts'
import { isWritten, SpreadPart, spreadValues, type Spread } from './SpreadPart.tsx'
import english from '../../translations/en/console.json'

const firstForm: SendForm = { ...emptyForm, is_canary: true }

/** Asks where, when and how fast the leads of a checked file are sent; the first five go alone unless somebody says otherwise. */
export function ImportSend({ found, isBusy, errors, onBack, onStart }: FollowFormProps) {
  const t = useT(english)
  const targets = useTargets()
  const [form, setForm] = useState<SendForm>(firstForm)
  const [withFilled, setWithFilled] = useState(false)
  const [spread, setSpread] = useState<Spread>()
  const maySpread = useUser().permissions.has('lead.randomizeData')
  useUnsaved(isFilledIn(form, firstForm) || spread !== undefined)
  const change = (changes: Partial<SendForm>) => setForm({ ...form, ...changes })
  const { created = 0, updated = 0 } = found.checked ?? {}
  const count = created + (withFilled ? updated : 0)
  const values = valuesOf(form, displayLocale().zone ?? 'UTC')
  const missing = missingIn(form)
  const faults = faultsIn(errors)
  const rows = created + updated
  const counted = { smart_count: count, count: numberText(count) }
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)', maxWidth: 720 }}>
      <TargetPart {...{ form, change, faults, targets }} />
      <SendSettings {...{ form, change, faults }} />
      {updated > 0 && (
        <FormControlLabel
          control={
            <Checkbox
              checked={withFilled}
              onChange={({ target }) => setWithFilled(target.checked)}
            />
          }
          label={t('import_send.with_filled', { smart_count: updated, count: numberText(updated) })}
        />
      )}
      {maySpread && <SpreadPart {...{ spread, errors }} onChange={setSpread} />}
      <Alert severity={count > 0 ? 'info' : 'warning'} role="status">
        {count === 0
          ? t('import_send.none')
          : missing
            ? t(missing)
            : t('import_send.what', counted)}
        {count > 0 && !missing && form.is_canary && ` ${t('import_send.canary')}`}
      </Alert>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button onClick={onBack}>{t('back')}</Button>
        <SteadyButton
          variant="contained"
          isOff={isBusy || !values || count === 0 || (spread !== undefined && !isWritten(spread))}
          onClick={() =>
            values &&
            onStart({
              values,
              with_filled: withFilled,
              ...(spread && { randomize: spreadValues(spread) }),
            })
          }
        >
          {values
            ? t('import_send.confirm', { ...counted, where: targets.nameOf(departmentsIn(form)) })
            : t('import_send.start', { smart_count: rows, rows: numberText(rows) })}
        </SteadyButton>
      </Box>
    </Box>
  )
}
