import {
  actionNamed,
  factsOfFields,
  field,
  fieldOf,
  isObject,
  kindOf,
  messageMark,
  renderMessage,
  labelOf,
  targetOf,
  type Field,
  type Resource,
} from '#schema'

import { serverKindOf } from '../../../../kinds/kinds.server.ts'
import { takeValue } from '../../../../kinds/take.ts'
import type { Backend, FileContext } from '../../../kernel/backend.ts'
import type { Row } from '../select.ts'
import type { AuditDetail } from './auditEntry.ts'
import { titlesOf } from './changeLabels.ts'

/** One thing that an entry tells: a value, or the one before and the one after. */
interface Fact {
  readonly label: string
  readonly field: Field | undefined
  readonly values: readonly unknown[]
}

interface Entry {
  readonly resource?: unknown
  readonly action?: unknown
  readonly detail?: unknown
}

interface Context {
  /** The time zone of its times. */
  readonly zone?: string | undefined
  titleOf(target: string, id: number): string
}

/** Returns what entries of the audit log tell in a file, a line for each thing, with the names that the reader may know. */
export async function auditTexts(
  entries: readonly Entry[],
  { backend, user, sql, zone }: FileContext,
): Promise<{ detail: string }[]> {
  const facts = entries.map((entry) => factsIn(entry, backend))
  const ids = new Map<string, Set<number>>()
  const collect = (target: string, id: number) => {
    ids.set(target, (ids.get(target) ?? new Set()).add(id))
    return ''
  }
  for (const { field, values } of facts.flat()) {
    for (const value of values) textOf(value, field, { titleOf: collect })
  }
  const titles = new Map<string, Readonly<Record<number, string>> | undefined>()
  for (const [target, all] of ids) {
    titles.set(target, await titlesOf(sql, backend.resource(target), user, [...all]))
  }
  // A job is called by a message.
  const titleOf = (target: string, id: number) =>
    renderMessage(titles.get(target)?.[id] ?? `#${id}`)
  const lineOf = ({ label, field, values }: Fact) =>
    `${label}: ${values.map((value) => textOf(value, field, { zone, titleOf })).join(' → ')}`
  return facts.map((lines) => ({ detail: lines.map(lineOf).join('\n') }))
}

function factsIn({ resource: name, action, detail }: Entry, { business }: Backend): Fact[] {
  const { changes, facts } = detail as AuditDetail
  const resource = business.resources.find((one) => one.name === name)
  const given = resource && actionNamed(resource, String(action))?.input
  return [
    ...changes.map(({ field, before, after }) => factOf(resource, field, [before, after])),
    ...Object.entries(facts).flatMap(([key, value]) => {
      if (key === 'filter' && isObject(value)) return filterOf(resource, value)
      if (key === 'told_by' && isObject(value)) return byOf(value)
      const names = factsOfFields.includes(key) && Array.isArray(value) && value
      const labels = names && names.map((one) => factOf(resource, String(one), []).label)
      return [factOf(resource, key, [labels || value], given?.[key])]
    }),
  ]
}

/** At whose word it was done, by its name. */
const byOf = ({ resource, id }: Row): Fact => ({
  label: 'On behalf of',
  field: field.reference(String(resource)),
  values: [id],
})

function factOf(
  resource: Resource | undefined,
  name: string,
  values: Fact['values'],
  field: Field | undefined = resource && fieldOf(resource, name),
): Fact {
  return { label: labelOf(name, field), field, values }
}

/** What is filtered by stands as an address has it. */
const filterOf = (resource: Resource | undefined, filter: object): Fact[] =>
  Object.entries(filter).map(([name, value]) => {
    const { label, field } = factOf(resource, name, [])
    const isNamed = field && targetOf(field)
    const values = [isNamed ? String(value).split(',') : value]
    return { label: `Filter: ${label}`, field: isNamed ? field : undefined, values }
  })

function textOf(value: unknown, field: Field | undefined, context: Context): string {
  const { zone, titleOf } = context
  if (value === null || value === undefined || value === '') return '—'
  const target = field && targetOf(field)
  const cells = field && kindOf(field).cells?.(field)
  if (Array.isArray(value) && (target || cells || !field)) {
    return value.map((one) => textOf(one, field, context)).join(cells ? '; ' : ', ') || '—'
  }
  if (isObject(value) && (cells || !field)) {
    const parts = Object.entries(value).map(([name, one]) => {
      const cell = cells?.[name]
      return `${labelOf(name, cell)}: ${textOf(one, cell, context)}`
    })
    return parts.join(' | ')
  }
  if (target && Number.isSafeInteger(Number(value))) return titleOf(target, Number(value))
  const said = inWords(value)
  // A field may have been of another kind once.
  const taken = field && takeValue(field, said, undefined)
  const text = taken && 'value' in taken && serverKindOf(field).exportText?.(said, field, { zone })
  return text || (typeof said === 'object' ? JSON.stringify(said) : String(said))
}

/** What the server wrote, with the words of its messages, also of those within JSON. */
export function inWords(value: unknown): unknown {
  if (typeof value === 'string') return renderMessage(value)
  const text = JSON.stringify(value)
  if (!text.includes(messageMark)) return value
  return JSON.parse(text, (_name, one: unknown) =>
    typeof one === 'string' ? renderMessage(one) : one,
  )
}
