import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'

import { fieldOf, type Resource } from '#schema'

import { shownValue } from '../../../kinds/kinds.browser.ts'
import { useNames } from '../../client/i18n/texts.ts'
import { actionOf } from '../actions/action.ts'
import { useNamedRecord } from '../useNamedRecord.ts'

interface AskedProps {
  resource: Resource
  /** The declared action that they were given to; of an edit they are the fields' own. */
  action: string
  values: Readonly<Record<string, unknown>>
}

/** What a bulk action was given, a line for each value, as the fields show them. */
export function AskedValues({ resource, action, values }: AskedProps) {
  const input = actionOf(resource, action)?.input
  const owner = input ? { ...resource, fields: input } : resource
  const names = useNames(resource)
  const named = Object.keys(values).flatMap((name) => {
    const field = fieldOf(owner, name)
    return field ? [{ name, field }] : []
  })
  const record = useNamedRecord(owner, values, named)
  return named.map(({ name, field }) => (
    <Typography key={name} component="div" variant="body2" sx={{ overflowWrap: 'anywhere' }}>
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {input ? field.options.label : names.field(name)}:
      </Box>{' '}
      {shownValue(field, name, record) ?? '—'}
    </Typography>
  ))
}
