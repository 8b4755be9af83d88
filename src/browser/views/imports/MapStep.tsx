import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useMemo, useState } from 'react'
import { Form } from 'react-admin'

import { guessMapping, missingFields, type Resource } from '#schema'

import { listText } from '../../client/i18n/formats.ts'
import { useUser } from '../../client/session/session.ts'
import { FormFields } from '../forms/FormFields.tsx'
import { readForm, typedOf, type Typed } from '../forms/formValues.ts'
import { useNames, useT } from '../../client/i18n/texts.ts'
import { remapped, type ImportOrder, settingFields } from './mapping.ts'
import type { Preview } from './preview.ts'
import { WritingInputs } from './ReadingInputs.tsx'
import { stickyButtons } from '../../ui/stickyButtons.ts'
import english from '../../../texts/imports.json'
import { MappingTable } from './MappingTable.tsx'

interface MapProps {
  resource: Resource
  preview: Preview
  /** What was chosen here before. */
  order: ImportOrder | undefined
  onBack(): void
  onDone(order: ImportOrder): void
}

/** Step 2: which column becomes which field, and what holds for all rows. */
export function MapStep({ resource, preview, order, onBack, onDone }: MapProps) {
  const t = useT(english)
  const user = useUser()
  const names = useNames(resource)
  const [mapping, setMapping] = useState(
    () => order?.mapping ?? guessMapping(resource, user, preview.headers),
  )
  const [writing, setWriting] = useState({
    date_order: order?.date_order ?? 'ymd',
    decimal_sign: order?.decimal_sign ?? '.',
  } as const satisfies Pick<ImportOrder, 'date_order' | 'decimal_sign'>)
  const [missing, setMissing] = useState<string[]>([])
  const fields = useMemo(() => settingFields(resource, user, mapping), [resource, user, mapping])
  const [before] = useState(() => typedOf(fields, undefined))
  const submit = (typed: Typed) => {
    const { values, errors } = readForm(fields, user, typed, undefined)
    if (Object.keys(errors).length > 0) return errors
    const settings = Object.fromEntries(Object.entries(values).filter(([, one]) => one !== null))
    const lacking = missingFields(resource, user, [...mapping, ...Object.keys(settings)])
    setMissing(lacking)
    if (lacking.length === 0) onDone({ ...preview.reading, ...writing, mapping, settings })
    return undefined
  }
  return (
    <Form record={{ ...before, ...order?.settings }} onSubmit={submit} noValidate>
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <Card variant="outlined">
          <MappingTable
            {...{ resource, preview, mapping }}
            onChange={(column, name) => setMapping(remapped(mapping, column, name))}
          />
        </Card>
        <WritingInputs writing={writing} onChange={setWriting} />
        {fields.length > 0 && (
          <section>
            <Typography component="h2" variant="h6" sx={{ mb: 1 }}>
              {t('for_all_rows')}
            </Typography>
            <FormFields {...{ resource }} sections={[{ heading: '', fields }]} record={undefined} />
          </section>
        )}
        {missing.length > 0 && (
          <Alert severity="error">
            {t('import_missing', {
              fields: listText(missing.map((name) => names.field(name))),
            })}
          </Alert>
        )}
        <Box sx={stickyButtons}>
          <Button onClick={onBack}>{t('back')}</Button>
          <Button
            type="submit"
            variant="contained"
            disabled={mapping.every((name) => name === null)}
          >
            {t('start_import')}
          </Button>
        </Box>
      </Box>
    </Form>
  )
}
