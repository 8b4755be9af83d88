import { mayWrite, ownValue, type User } from '../access.ts'
import { sentence } from '../texts/label.ts'
import type { Field, Fields } from '../../kinds/field.ts'
import { countryKind } from '../../kinds/country/country.ts'
import { kindOf, targetOf } from '../../kinds/kinds.ts'
import type { Resource } from '../resource.ts'

/** The field of each column of a file, by place; null leaves a column out. */
export type Mapping = readonly (string | null)[]

/** What a report of refused rows adds to the columns of a file. */
export const reportColumns = ({ one }: Pick<Resource, 'one'>): string[] => [
  'row_number',
  'result',
  'reason_code',
  'reason',
  `matched_${one.toLowerCase().replaceAll(' ', '_')}_id`,
]

/** The last columns of a file that is a report: those of today, and those of reports that are older. */
const added = [
  /^row_number\nresult\nreason_code\nreason\nmatched_\w+_id$/,
  /^row_number\nreason_code\nreason$/,
]

/** Returns how many of the columns are the file's own: those that an earlier report added are no data. */
export function ownColumns(headers: readonly string[]): number {
  for (const count of [5, 3]) {
    const first = headers.length - count
    const last = headers.slice(Math.max(first, 0)).join('\n')
    if (first > 0 && added.some((one) => one.test(last))) return ownColumns(headers.slice(0, first))
  }
  return headers.length
}

export const importModes = ['new', 'fill', 'update', 'outcomes'] as const

/**
 * What a file does to records that are there: nothing, fill what is empty, change just those whose ids it has, or tell what
 * became of them (`import.outcomes`).
 */
export type ImportMode = (typeof importModes)[number]

/** Whether rows become records, and not just change those that are there. */
export const makesRecords = ({ mode }: { readonly mode: ImportMode }): boolean =>
  mode === 'new' || mode === 'fill'

/** What is done with rows that are duplicates: what the resource says, left out, or taken in and marked. */
export const duplicateActions = ['usual', 'refuse', 'mark'] as const

export type DuplicateAction = (typeof duplicateActions)[number]

/** Returns what a user who imports may choose to do with duplicates: something only where nothing but new ones are added. */
export function duplicateActionsOf(
  { import: declared }: Resource,
  mode: ImportMode,
  user: User,
): readonly DuplicateAction[] {
  const { mark, markBy } = declared ?? {}
  if (mark === undefined || mode !== 'new') return ['usual']
  const mayMark = markBy === undefined || user.permissions.has(markBy)
  return duplicateActions.filter((action) => action !== 'mark' || mayMark)
}

/** Returns the modes in which a user may take files in who may take in any. */
export function importModesOf({ access, import: declared }: Resource, user: User): ImportMode[] {
  const { outcomes } = declared ?? {}
  const mayTell = outcomes !== undefined && user.permissions.has(outcomes.permission)
  const mayChange = access.edit(user) !== false
  return importModes.filter((mode) => (mode === 'outcomes' ? mayTell : mode === 'new' || mayChange))
}

/** Returns the resource whose records the rows of a file are in a mode: of outcomes one that has no table. */
export function importForm(resource: Resource, mode: ImportMode): Resource {
  const outcomes = mode === 'outcomes' ? resource.import?.outcomes : undefined
  if (!outcomes) return resource
  const { phoneCountry: _country, raw: _raw, checks: _checks, ...rest } = resource
  const { fields, settings } = outcomes
  const names = Object.keys(fields).filter((name) => !settings.includes(name))
  return {
    ...rest,
    name: `${resource.name}.outcomes`,
    fields,
    import: { fields: names, settings },
  }
}

/** Returns the fields of which a file has a column too few: one of them must be mapped. Undefined where nothing lacks. */
export function lackingColumns(
  { import: declared }: Resource,
  mapping: Mapping,
  mode: ImportMode,
): readonly string[] | undefined {
  const { needs = [] } = (mode === 'outcomes' && declared?.outcomes) || {}
  return needs.find((names) => !names.some((name) => mapping.includes(name)))
}

/** Returns the names of the fields that a column may become for this user; the id only where it says which record to change. */
export function importableNames(
  resource: Resource,
  user: User,
  mode: ImportMode = 'new',
): string[] {
  const { fields, import: declared } = importForm(resource, mode)
  const names = (declared?.fields ?? []).filter((name) => mayWrite(user, fields[name]))
  return mode === 'update' ? ['id', ...names] : names
}

/** Whether several columns of a file may make one value of a field. */
export function mayJoin({ fields }: Resource, name: string | null): boolean {
  const field: Field | undefined = name === null ? undefined : fields[name]
  return field !== undefined && kindOf(field).joins === true
}

/** What fields are called in other languages, by their names. */
export type ColumnLabels = Readonly<Record<string, readonly string[]>>

/**
 * Returns the field each column is for, by its header: a field's name, its label in any language, or another header it is
 * known by. Where no header says so, the first field of a kind is that of the first column whose cells look like nothing else.
 */
export function guessMapping(
  resource: Resource,
  user: User,
  headers: readonly string[],
  mode: ImportMode = 'new',
  rows: readonly (readonly string[])[] = [],
  labels: ColumnLabels = {},
): Mapping {
  const names = importableNames(resource, user, mode)
  const { fields } = importForm(resource, mode)
  const optionsOf = (name: string): Field['options'] => fields[name]?.options ?? {}
  const known = new Map(
    [
      // Where two fields are called the same, a file has their names beside.
      ...names.flatMap((name) =>
        (ownValue(labels, name) ?? []).flatMap((label) => [
          [label, name],
          [`${label} ${name}`, name],
        ]),
      ),
      ...names.flatMap((name) => (optionsOf(name).headers ?? []).map((header) => [header, name])),
      ...names.map((name) => [optionsOf(name).label ?? sentence(name), name]),
      ...names.map((name) => [name, name]),
    ].map(([header = '', name = '']): [string, string] => [plainHeader(header), name]),
  )
  const taken = new Set<string>()
  const own = ownColumns(headers)
  const take = (name: string | undefined) => {
    if (name === undefined || taken.has(name)) return null
    taken.add(name)
    return name
  }
  const named = headers.map((header, index) =>
    take(index < own ? known.get(plainHeader(header)) : undefined),
  )
  const looks = firstOfKinds(resource, names, fields)
  return named.map((name, index) => {
    if (name !== null || index >= own) return name
    const cells = rows.flatMap((cells) => cells[index]?.trim() || []).filter(isSaid)
    const found = looks.find(({ looksLike }) => cells.length > 0 && cells.every(looksLike))
    return take(found?.name)
  })
}

/** What the text of a spreadsheet's blank cell is says nothing. */
const isSaid = (cell: string) => cell !== 'Empty'

type LooksLike = (text: string) => boolean

/** The first field of each kind whose values are known by their looks, countries in a table of their own among them. */
function firstOfKinds(resource: Resource, names: readonly string[], fields: Fields) {
  const found = new Map<LooksLike, { name: string; looksLike: LooksLike }>()
  for (const name of names) {
    const field: Field | undefined = fields[name]
    if (!field) continue
    const { codes } = resource.peer?.(targetOf(field) ?? '') ?? {}
    const { looksLike } = codes && 'region' in codes ? countryKind : kindOf(field)
    if (looksLike && !found.has(looksLike)) found.set(looksLike, { name, looksLike })
  }
  return [...found.values()]
}

/** Returns the fields that every record must have and that neither a column nor a setting brings. */
export function missingFields(resource: Resource, user: User, given: Mapping): string[] {
  const { fields, settings = [] } = resource.import ?? { fields: [] }
  return [...new Set<string>([...fields, ...settings])].filter((name) => {
    const field: Field = resource.fields[name]
    const { optional, default: standard } = field.options
    return !optional && standard === undefined && mayWrite(user, field) && !given.includes(name)
  })
}

/** A header without what writers differ in: case, blanks, signs. */
export const plainHeader = (text: string): string =>
  text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
