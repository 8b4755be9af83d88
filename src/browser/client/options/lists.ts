import { isTemplate, type Resource, type User, titleFields, titleText } from '#schema'

import { nameByCode } from '../i18n/codeNames.ts'

/** A list to choose from: where it stands and who may have it. */
export interface OptionList {
  readonly name: string
  /** Below `/api`. */
  readonly path: string
  /** One of them is enough. */
  readonly permissions: readonly string[]
  /** The resource whose records it lists. */
  readonly resource: Resource | undefined
  /** Texts of the server among its plain words: shown in the reader's language, stored and asked for as they are. */
  readonly words?: readonly string[]
}

/** A list that is not simply every record of a resource; the business declares it. */
export interface ExtraOptionList {
  readonly name: string
  /** Its address below `/api`, without a slash before it. */
  readonly api: string
  readonly permission: string
  /** The resource whose records it lists; without it the entries are plain words. */
  readonly of?: string
  /** Those of its plain words that are texts of the server, and are shown in the reader's language. */
  readonly words?: readonly string[]
}

/** Every option list: one for each resource that declares options, by its name, and the extra ones. */
export function optionListsOf(
  resources: readonly Resource[],
  extras: readonly ExtraOptionList[],
): OptionList[] {
  const own = resources.flatMap((resource) => {
    const { name, api, options } = resource
    if (!options) return []
    return [{ name, path: `/${api}/all`, permissions: [options.permission].flat(), resource }]
  })
  const named = (name: string | undefined) => resources.find((resource) => resource.name === name)
  const more = extras.map(({ name, api, permission, of, words }) => ({
    name,
    path: `/${api}`,
    permissions: [permission],
    resource: named(of),
    ...(words && { words }),
  }))
  return [...own, ...more]
}

/** Under this key the server is asked for the whole of a list: all who want it at once wait for one answer. */
export const wholeListKey = (name: string) => [name, 'options', 'all'] as const

export const mayHave = ({ permissions }: Pick<User, 'permissions'>, list: OptionList): boolean =>
  list.permissions.some((one) => permissions.has(one))

/** Most entries that are kept: of a longer list the server finds the rest. */
export const maxItems = 500

export interface Items {
  readonly items: readonly OptionItem[]
  /** Whether the list has no entry besides these. */
  readonly is_complete: boolean
}

/** The entries of an answer, which is a list or carries one as `data`. */
export function itemsOf({ resource }: OptionList, answer: unknown): Items {
  const { data = answer, meta } = (answer ?? {}) as {
    data?: unknown
    meta?: { is_complete?: boolean }
  }
  if (!Array.isArray(data)) throw new Error('an option list is no list')
  // A server that says nothing of a limit has sent them all.
  const is_complete = meta?.is_complete !== false && data.length <= maxItems
  const shown: unknown[] = data.slice(0, maxItems)
  return { items: shown.map((entry) => itemOf(resource, entry)), is_complete }
}

/** One entry of an option list, with what is drawn before its label. */
export interface OptionItem {
  readonly value: number | string
  readonly label: string
  readonly color?: string
  readonly flag?: string
  /** It may no longer be chosen, except to find what points at it. */
  readonly inactive?: boolean
}

/** The entry that the server's words make: a plain text, or a record with its option fields. */
export function itemOf(resource: Resource | undefined, entry: unknown): OptionItem {
  if (typeof entry !== 'object' || entry === null) {
    const text = String(entry)
    return { value: text, label: text }
  }
  const record = entry as Readonly<Record<string, unknown>>
  const { id, color, bg_color: background, flag } = record
  const title = typeof record['path'] === 'string' ? record['path'] : labelOf(resource, record)
  const label = nameByCode(resource, record, title)
  return {
    value: typeof id === 'number' || typeof id === 'string' ? id : label,
    label,
    ...(typeof (color ?? background) === 'string' && { color: String(color ?? background) }),
    ...(typeof flag === 'string' && { flag }),
    ...(record['inactive'] === true && { inactive: true }),
  }
}

/** The declared label, like a name with the names of its companies; the title unless declared. */
function labelOf(
  resource: Resource | undefined,
  record: Readonly<Record<string, unknown>>,
): string {
  const declared = resource?.options?.label
  const names = declared ?? (resource ? titleFields(resource) : namesOf(record).slice(0, 1))
  if (!declared && resource && isTemplate(resource.title)) {
    return titleText(resource, (name) => textOf(record[name])) || `#${String(record['id'])}`
  }
  const parts = names.map((name) => textOf(record[name])).filter(Boolean)
  const [first = `#${String(record['id'])}`, ...rest] = parts
  if (rest.length === 0) return first
  return declared ? `${first} (${rest.join(', ')})` : parts.join(' ')
}

const namesOf = (record: object) => Object.keys(record).filter((name) => name !== 'id')

/** A reference arrives as the option of its target, references as several. */
function textOf(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join(', ')
  if (typeof value !== 'object' || value === null) return ''
  const inner = Object.entries(value).find(([key, one]) => key !== 'id' && typeof one === 'string')
  return inner ? String(inner[1]) : ''
}
