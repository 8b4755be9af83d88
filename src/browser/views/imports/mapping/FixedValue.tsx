import { importableNames, type Mapping, type Resource } from '#schema'

import { useNames, useT } from '../../../client/i18n/texts.ts'
import { useUser } from '../../../client/session/user.ts'
import { Select } from '../../../ui/fields/Select.tsx'
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
    <Select
      label={t('fixed_value')}
      value=""
      options={others.map((name) => [name, names.field(name)])}
      onChange={onChoose}
      sx={{ width: 260, mt: 2 }}
    />
  )
}
