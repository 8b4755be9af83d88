import type { Field } from '../../kinds/field.ts'
import { kindOf } from '../../kinds/kinds.ts'
import { namesIn, titleColumnFields } from '../query/lookup.ts'
import { countryByPhone } from '../query/phonePlaces.ts'
import { mayFilter, maySort } from '../query/indexed.ts'
import { isSecret, fieldOf } from '../access.ts'
import type { Resource } from '../resource.ts'
import type { Fault } from './throwAll.ts'

/** Views that show, set, filter or sort what cannot be. */
export function* viewFaults(resource: Resource): Generator<Fault> {
  const parents = Object.keys(resource.fields).filter((name) =>
    kindOf(resource.fields[name]).isParent?.(resource.fields[name]),
  )
  if (parents[1]) yield [parents[1], `the record above is "${parents[0]}"`]
  const unlisted = resource.hiddenColumns?.find((name) => !resource.list.includes(name))
  if (unlisted) yield ['hiddenColumns', `"${unlisted}" is not in \`list\``]
  yield* inlineFaults(resource)
  const given = [...namesIn(resource.form), ...(resource.import?.fields ?? [])]
  const computed = given.find((name) => fieldOf(resource, name)?.options.computed)
  if (computed) yield [computed, 'a computed field stands in no form and no import']
  const stored = resource.import?.fields.find((name) => kindOfName(resource, name)?.file)
  if (stored) yield [`import.fields`, `the file "${stored}" is uploaded in the form`]
  const filtered = resource.filters?.find((name) => !isFiltered(resource, name))
  if (filtered) yield [filtered, `a filter ${needs(resource)}`]
  const headings = [resource.form, resource.show ?? {}].flatMap(Object.keys)
  const unknown = resource.folded?.find((heading) => !headings.includes(heading))
  if (unknown) yield ['folded', `"${unknown}" is no heading of \`form\` or \`show\``]
  yield* tabFaults(resource)
  const [first, ...others] = titleColumnFields(resource)
  const duplicate = resource.list.find((name) => others.includes(name))
  if (duplicate) yield ['list', `"${duplicate}" stands in the column of the title`]
  if (first && !resource.list.includes(first))
    yield ['titleColumn', `"${first}" is not in \`list\``]
  const active = resource.options?.activeBy
  const flag = active === undefined ? undefined : fieldOf(resource, active)
  if (active && !(flag && kindOf(flag).isYesOrNo)) {
    yield ['options.activeBy', `"${active}" is not a boolean`]
  }
  const written = resource.view && resource.operations.find((one) => !readsOnly.has(one))
  if (written) yield ['view', `nothing may "${written}" the records of a view`]
  const byPhone = Object.entries<Field>(resource.fields).find(
    ([name, field]) =>
      kindOf(field).unknown?.(field) === 'phone' && name !== countryByPhone(resource),
  )
  if (byPhone) yield [byPhone[0], "`unknown: 'phone'` is for the field of `phoneCountry`"]
  const sort = resource.sort?.replace(/^-/, '')
  if (sort && !maySort(resource, sort)) yield [sort, `the sort ${needs(resource)}`]
}

function* tabFaults({ form, formTabs }: Resource): Generator<Fault> {
  if (!formTabs) return
  const headings = Object.keys(form)
  const guests = Object.values(formTabs).flat()
  const named = [...Object.keys(formTabs), ...guests]
  const unknown = named.find((heading) => !headings.includes(heading))
  if (unknown) yield ['formTabs', `"${unknown}" is no heading of \`form\``]
  const duplicate = guests.find((heading) => named.indexOf(heading) !== named.lastIndexOf(heading))
  if (duplicate) yield ['formTabs', `"${duplicate}" stands in two tabs`]
}

const readsOnly: ReadonlySet<string> = new Set(['list', 'show', 'export'])

/** A cell that is edited in place is a column, has an input in the form, and shows what it holds. */
function* inlineFaults(resource: Resource): Generator<Fault> {
  const { editableColumns: inline = [], list, form } = resource
  const unlisted = inline.find((name) => !list.includes(name))
  if (unlisted) yield ['editableColumns', `"${unlisted}" is not in \`list\``]
  const unset = inline.find((name) => !namesIn(form).includes(name))
  if (unset) yield ['editableColumns', `"${unset}" is not in \`form\``]
  const long = inline.find((name) => kindOfName(resource, name)?.cells)
  if (long) yield ['editableColumns', `the rows of "${long}" have no room in a cell`]
  const stored = inline.find((name) => kindOfName(resource, name)?.file)
  if (stored) yield ['editableColumns', `the file "${stored}" is uploaded in the form`]
  const unseen = inline.find((name) => isSecret(fieldOf(resource, name)))
  if (unseen) yield ['editableColumns', `the value of "${unseen}" is never shown`]
}

function kindOfName(resource: Resource, name: string) {
  const field = fieldOf(resource, name)
  return field && kindOf(field)
}

function isFiltered(resource: Resource, name: string): boolean {
  const field = fieldOf(resource, name)
  return (
    field !== undefined &&
    kindOf(field).operators.some((operator) => mayFilter(resource, name, operator))
  )
}

const needs = ({ size }: Resource) =>
  size === 'large' ? 'of a large resource needs `index: true`' : 'cannot be by a field of this kind'
