import { sentence } from '#schema'

import { listText } from '../../client/i18n/formats.ts'
import { useText } from '../../client/i18n/texts.ts'

/** The names of what an act says of itself, in the user's language; English for those of a business. */
export function useFactNames(): (name: string) => string {
  const say = useText()
  const names: Readonly<Record<string, string>> = {
    columns: say('facts.columns', 'Columns'),
    email: say('facts.email', 'E-mail'),
    ended: say('facts.ended', 'Ended'),
    field: say('facts.field', 'Field'),
    fields: say('facts.fields', 'Fields'),
    file: say('facts.file', 'File'),
    filter: say('facts.filter', 'Filter'),
    ids: say('facts.ids', 'Records'),
    masked: say('facts.masked', 'Masked columns'),
    method: say('facts.method', 'Method'),
    path: say('facts.path', 'Path'),
    permissions: say('facts.permissions', 'Permissions'),
    rows: say('facts.rows', 'Rows'),
    search: say('facts.search', 'Search'),
    size: say('facts.size', 'Bytes'),
    sort: say('facts.sort', 'Order'),
    unsaid: say('facts.unsaid', 'More of the same'),
    values: say('facts.values', 'Values'),
  }
  return (name) => names[name] ?? sentence(name)
}

export function factText(value: unknown): string {
  if (Array.isArray(value)) return listText(value.map(factText))
  if (typeof value !== 'object' || value === null) return String(value ?? '—')
  return listText(Object.entries(value).map(([name, one]) => `${name} = ${factText(one)}`))
}
