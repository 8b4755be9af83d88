import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'

import { fieldOf, kindOf, type Field, type Fields, type Resource } from '#schema'

import { shownValue } from '../../../kinds/kinds.browser.ts'
import { listText } from '../../client/i18n/formats.ts'
import { useNames } from '../../client/i18n/texts.ts'
import { useNamedRecord } from '../useNamedRecord.ts'

interface AskedProps {
  resource: Resource
  /** As an action or a job declares them; the record's own fields unless given. */
  fields?: Fields | undefined
  values: Readonly<Record<string, unknown>>
}

/** What an action or a job was given, a line for each value, as the fields show them. */
export function AskedValues({ resource, fields, values }: AskedProps) {
  const owner = fields ? { ...resource, fields } : resource
  const names = useNames(resource)
  const named = Object.keys(values).flatMap((name) => {
    const field = fieldOf(owner, name)
    return field ? [{ name, field }] : []
  })
  const record = useNamedRecord(owner, values, named)
  return named.map(({ name, field }) => (
    <Typography key={name} component="div" variant="body2" sx={{ overflowWrap: 'anywhere' }}>
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {fields ? field.options.label : names.field(name)}:
      </Box>{' '}
      {chosenText(field, values[name]) ?? shownValue(field, name, record) ?? '—'}
    </Typography>
  ))
}

/** Of a choice some may have been asked for, which a record has no field for. */
function chosenText(field: Field, values: unknown): string | undefined {
  const choices = kindOf(field).choices?.(field)
  if (!choices || !Array.isArray(values)) return undefined
  return listText(values.map((value) => choices[value] ?? String(value)))
}
