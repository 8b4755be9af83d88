import { renderMessage } from '../texts/texts.ts'
import type { Field, Fields } from '../../kinds/field.ts'
import { faultOf } from '../../kinds/kinds.fault.ts'
import { kindOf, targetOf } from '../../kinds/kinds.ts'
import { ownValue, systemFields } from '../access.ts'
import { isLongText } from '../query/indexed.ts'
import { filtersMeant, namesMeant, rangedBy } from '../query/storedFilters.ts'
import { fixedDefault } from '../query/preset.ts'
import { suffixes } from '../query/operand.ts'

export const namePattern = /^[a-z][a-z0-9_]{0,47}$/

const queryWords = 'version deleted_at labels may all any search sort page where fields'

/** What PostgreSQL keeps of each row itself. */
const columns = 'ctid xmin xmax cmin cmax tableoid'

/** `constructor`: every object has a property of this name, so a record without the field would seem to have it. */
const reserved: ReadonlySet<string> = new Set([
  ...Object.keys(systemFields),
  ...queryWords.split(' '),
  ...columns.split(' '),
  'constructor',
])

/** What contradicts itself in fields, and in the cells of those that hold rows. */
export function* fieldFaults(
  place: string,
  fields: Fields,
): Generator<[place: string, fault: string]> {
  for (const [name, field] of Object.entries(fields)) {
    const fault = fieldFault(name, fields)
    if (fault !== undefined) yield [`${place}${name}`, fault]
    else yield* fieldFaults(`${place}${name}.`, kindOf(field).cells?.(field) ?? {})
  }
}

/** What contradicts itself in one of the fields, undefined when nothing does. */
function fieldFault(name: string, fields: Fields): string | undefined {
  const field = fields[name]
  if (!field) return 'no such field'
  if (!namePattern.test(name)) return 'a name has only a–z, 0–9 and _, and at most 48 characters'
  if (reserved.has(name)) return 'this name is kept for queries and for fields every record has'
  if (fields[field.options.renamedFrom ?? ''])
    return `"${field.options.renamedFrom}" is still a field`
  const [range] = rangesMeant(name, fields)
  if (range) return `queries of "${range}" already use this name`
  return (
    optionsFault(field) ??
    rangeFault(field, fields) ??
    filtersFault(field, fields) ??
    faultOf(field, fields) ??
    defaultFault(field)
  )
}

/** What is reckoned from a day is for those who see the day: masked, it shows the years as well. */
function rangeFault(field: Field, fields: Fields): string | undefined {
  const stored = rangedBy(field)
  if (!stored) return undefined
  const source = ownValue<Field>(fields, stored.field)
  if (!source || kindOf(source).dated !== 'day') return `"${stored.field}" is no day`
  const { readBy, unmaskBy } = source.options
  const own = field.options.readBy
  return own === readBy || (readBy === undefined && own === unmaskBy)
    ? undefined
    : `give it the readBy of "${stored.field}"`
}

/** What stands for other fields is for those who read them all, in the clear. */
function filtersFault(field: Field, fields: Fields): string | undefined {
  const filters = filtersMeant(field)
  if (!filters) return undefined
  const choices = Object.keys(kindOf(field).choices?.(field) ?? {})
  if (!isSame(choices, Object.keys(filters))) return 'give `filters` for each choice and no other'
  const closed = namesMeant(filters).find((name) => {
    const options = ownValue<Field>(fields, name)?.options
    return !options || options.unmaskBy || options.readBy !== field.options.readBy
  })
  return closed && `"${closed}" is not read by all who read this`
}

const isSame = (one: readonly string[], other: readonly string[]) =>
  JSON.stringify(one.toSorted()) === JSON.stringify(other.toSorted())

function optionsFault(field: Field): string | undefined {
  const { unmaskBy, exportBy, hides, search, unique, index, covers, optional, derived } =
    field.options
  if (field.options.requiredWhen && !optional)
    return 'required always: `requiredWhen` needs `optional`'
  const { mask, isOpen, search: finds, column, isYesOrNo } = kindOf(field)
  if ((unmaskBy || exportBy) && !mask) return `fields of the kind "${field.kind}" have no mask`
  if (exportBy && !unmaskBy) return '`exportBy` is of a masked field: say `unmaskBy` too'
  if (hides && !unmaskBy) return '`hides` is of a masked field: say `unmaskBy` too'
  if (hides && !isOpen) return `fields of the kind "${field.kind}" hold no contacts of others`
  if (hides && search === true)
    return "parts of what it hides could be found: say `search: 'exact'`"
  if (search && !finds) return `the search box finds no ${field.kind}`
  if (derived && (column(field) === null || targetOf(field))) {
    return `fields of the kind "${field.kind}" cannot be derived`
  }
  if (derived && (unique || index || search)) return 'a derived value has no index'
  if ((unique || index) && column(field) === null)
    return `fields of the kind "${field.kind}" have no column to index`
  if (covers && !targetOf(field) && index !== 'sparse') {
    return 'only the index of a reference, and a sparse one, covers other fields'
  }
  if (index === 'sparse' && isLongText(field) && (search === 'exact' || unique || covers)) {
    return 'the sparse index of a long text tells only which records have one'
  }
  if (index === 'sparse' && !optional && !isYesOrNo) {
    return 'an index of the records with a value is for a field that may be empty'
  }
  return undefined
}

function defaultFault(field: Field): string | undefined {
  const value = fixedDefault(field)
  if (value === undefined) return undefined
  const result = kindOf(field).schema(field).safeParse(value)
  if (!result.success)
    return `the default is not valid: ${renderMessage(result.error.issues[0]?.message ?? '')}`
  const normal = JSON.stringify(result.data)
  return normal === JSON.stringify(value) ? undefined : `the default must be written as ${normal}`
}

/** Other fields that a query could mean by this name: `price_from` is the start of a range of `price`. */
function rangesMeant(name: string, fields: Fields): string[] {
  return Object.entries(suffixes).flatMap(([suffix, operator]) => {
    const other = name.endsWith(`_${suffix}`) ? name.slice(0, -suffix.length - 1) : ''
    const field = ownValue<Field>(fields, other)
    return field && kindOf(field).operators.includes(operator) ? [other] : []
  })
}
