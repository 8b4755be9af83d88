import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'

import { importableNames, type Mapping, type Resource } from '#schema'

import { useNames, useT } from '../../../client/i18n/texts.ts'
import { useUser } from '../../../client/session/user.ts'
import english from '../../../../texts/en/imports.json'

interface FixedProps {
  resource: Resource
  mapping: Mapping
  /** The fields that have an input already. */
  chosen: readonly string[]
  onChoose(name: string): void
}

/** Offers one more field whose value all rows share: one that no column brings. */
export function FixedValue({ resource, mapping, chosen, onChoose }: FixedProps) {
  const t = useT(english)
  const user = useUser()
  const names = useNames(resource)
  const others = importableNames(resource, user).filter(
    (name) => !mapping.includes(name) && !chosen.includes(name),
  )
  if (others.length === 0) return null
  return (
    <TextField
      select
      margin="none"
      label={t('fixed_value')}
      value=""
      onChange={({ target }) => onChoose(target.value)}
      sx={{ width: 260, mt: 2 }}
    >
      {others.map((name) => (
        <MenuItem key={name} value={name}>
          {names.field(name)}
        </MenuItem>
      ))}
    </TextField>
  )
}
