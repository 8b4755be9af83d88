import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useMemo, useRef, useState } from 'react'
import { Form } from 'react-admin'

import {
  duplicateActionsOf,
  isVisible,
  missingFields,
  type DuplicateAction,
  type ImportMode,
  type Mapping,
  type Resource,
} from '#schema'

import { listText } from '../../client/i18n/formats.ts'
import { useUser } from '../../client/session/user.ts'
import { ErrorFocus } from '../forms/errors/ErrorSummary.tsx'
import { dependsOn, FormFields } from '../forms/fields/FormFields.tsx'
import { typedOf, typedRecord, type Typed } from '../forms/values/formValues.ts'
import { readForm, refusedTogether } from '../forms/values/readForm.ts'
import { useNames, useT } from '../../client/i18n/texts.ts'
import { FixedValue } from './mapping/FixedValue.tsx'
import { KeepTemplate } from './mapping/KeepTemplate.tsx'
import { type ImportOrder, settingFields, settingNames } from './mapping/mapping.ts'
import type { Preview } from './file/table.ts'
import { wide, WritingInputs, type Writing } from './file/ReadingInputs.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { stickyButtons } from '../../ui/stickyButtons.ts'
import { Back, WithoutCheck } from './SettingsButtons.tsx'
import english from '../../../texts/en/imports.json'

interface SettingsProps {
  resource: Resource
  preview: Preview
  mapping: Mapping
  mode: ImportMode
  mustCheck: boolean
  /** What was chosen here before, or is kept for files like this one. */
  order: Partial<Pick<ImportOrder, 'settings' | 'note' | 'duplicates' | keyof Writing>> | undefined
  /** Is told what is chosen so far. */
  onBack(order: ImportOrder): void
  onDone(order: ImportOrder, isCheck: boolean): void
}

/** Step 4: what holds for all rows, the required first, and how the file writes dates and numbers. */
export function SettingsStep({
  resource,
  preview,
  mapping,
  mode,
  mustCheck,
  order,
  onBack,
  onDone,
}: SettingsProps) {
  const t = useT(english)
  const user = useUser()
  const names = useNames(resource)
  const [writing, setWriting] = useState({
    date_order: order?.date_order ?? 'ymd',
    decimal_sign: order?.decimal_sign ?? '.',
  } as const satisfies Writing)
  const [chosen, setChosen] = useState(() => settingNames(resource, order?.settings))
  const actions = duplicateActionsOf(resource, mode, user)
  const [chosenAction, setAction] = useState<DuplicateAction>(order?.duplicates ?? 'usual')
  const duplicates = actions.includes(chosenAction) ? chosenAction : 'usual'
  const [note, setNote] = useState(order?.note ?? '')
  const [missing, setMissing] = useState<string[]>([])
  const fields = useMemo(
    () => settingFields(resource, user, mapping, chosen, mode),
    [resource, user, mapping, chosen, mode],
  )
  const body = useRef<HTMLElement>(null)
  const [before] = useState(() => typedOf(fields, undefined))
  const isAskedHere = (name: string) =>
    mode !== 'update' && chosen.includes(name) && !mapping.includes(name)
  const told = Object.keys(resource.fields).filter((name) => !isAskedHere(name))
  const orderOf = (typed: Typed) => {
    const whole = typedRecord(fields, typed, undefined)
    const asked = fields.filter((one) => dependsOn(one, told) || isVisible(one.field, whole))
    const { values, errors: wrong } = readForm(asked, user, typed, undefined)
    const form = { fields: asked, typed, record: undefined, before: undefined, errors: wrong }
    const errors = { ...refusedTogether(resource, form), ...wrong }
    const settings = Object.fromEntries(Object.entries(values).filter(([, one]) => one !== null))
    return {
      errors,
      order: { ...preview.reading, ...writing, mode, mapping, settings, duplicates, note },
    }
  }
  const submit = (isCheck: boolean) => (typed: Typed) => {
    const { errors, order: wanted } = orderOf(typed)
    if (Object.keys(errors).length > 0) return errors
    const given = [...mapping, ...Object.keys(wanted.settings)]
    const lacking = mode === 'update' ? [] : missingFields(resource, user, given)
    setMissing(lacking)
    if (lacking.length === 0) onDone(wanted, isCheck)
    return undefined
  }
  return (
    <Form record={{ ...before, ...order?.settings }} onSubmit={submit(true)} noValidate>
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <section ref={body}>
          <ErrorFocus names={fields.map(({ name }) => name)} body={body} />
          <Typography component="h2" variant="h6" sx={{ mb: 1 }}>
            {t('for_all_rows')}
          </Typography>
          <FormFields
            {...{ resource }}
            sections={[{ heading: '', fields }]}
            record={undefined}
            ofMany={told}
          />
          <FixedValue
            {...{ resource, mapping, chosen }}
            onChoose={(name) => setChosen([...chosen, name])}
          />
        </section>
        {actions.length > 1 && (
          <Select
            label={t('import_duplicates')}
            value={duplicates}
            options={actions.map((action) => [action, t(`import_duplicates_${action}`)])}
            onChange={(action) => setAction(action)}
            sx={wide(480)}
          />
        )}
        <WritingInputs writing={writing} onChange={setWriting} />
        <TextField
          margin="none"
          multiline
          label={t('import_note')}
          helperText={t('import_note_help')}
          value={note}
          onChange={({ target }) => setNote(target.value.slice(0, 500))}
          sx={{ width: 480, maxWidth: 1 }}
        />
        <KeepTemplate {...{ resource }} headers={preview.headers} orderOf={orderOf} />
        {missing.length > 0 && (
          <Alert severity="error">
            {t('import_missing', {
              fields: listText(missing.map((name) => names.field(name))),
            })}
          </Alert>
        )}
        <Box sx={stickyButtons}>
          <Back onBack={(typed) => onBack(orderOf(typed).order)} />
          {!mustCheck && <WithoutCheck onSubmit={submit(false)} />}
          <Button type="submit" variant="contained">
            {t('check_file')}
          </Button>
        </Box>
      </Box>
    </Form>
  )
}
