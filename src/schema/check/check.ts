import type { Field } from '../../kinds/field.ts'
import { kindOf } from '../../kinds/kinds.ts'
import { uniqueGroup } from '../fieldNames.ts'
import { namesIn, titleColumnFields, titleFields } from '../query/lookup.ts'
import { countryByPhone, phonePlaces } from '../query/phonePlaces.ts'
import { mayFilter, maySort } from '../query/indexed.ts'
import { isSecret, fieldOf, operations } from '../access.ts'
import { actionFaults } from './checkActions.ts'
import { countFaults } from './checkSums.ts'
import type { Resource } from '../resource.ts'
import { fieldFaults, namePattern } from './checkField.ts'
import { looksFaults } from './checkLooks.ts'
import { faultsTogether } from './checkTogether.ts'
import { meant, noField } from './meant.ts'
import { throwAll, untilBroken } from './throwAll.ts'
import { viewsFaults } from './checkViews.ts'
import { unusableIn } from './checkUse.ts'

/**
 * Throws, naming resource and place of each fault, when declarations contradict themselves or each other. The server asks at
 * its start and `npm run check` before it, so that the browser need not carry the questions.
 */
export function checkResources(resources: readonly Resource[]): void {
  throwAll(
    resources.flatMap((resource) => [...untilBroken(resource.name, declarationFaults(resource))]),
  )
  throwAll(untilBroken('resources', faultsTogether(resources)))
}

function* declarationFaults(resource: Resource): Generator<string> {
  for (const [place, fault] of faultsOf(resource)) {
    yield `${resource.name}${place && `.${place}`}: ${fault}`
  }
}

type Fault = [place: string, fault: string]

function* faultsOf(resource: Resource): Generator<Fault> {
  if (!namePattern.test(resource.name)) {
    yield ['', 'a name has only a–z, 0–9 and _, and at most 48 characters']
  }
  yield* fieldFaults('', resource.fields)
  yield* outcomesFaults(resource)
  yield* actionFaults(resource)
  const missing = [...missingNames(resource)]
  yield* missing
  for (const [place, names] of namesUsed(resource)) {
    const duplicate = names.find((one, index) => names.indexOf(one) !== index)
    if (duplicate !== undefined && place !== 'unique' && place !== 'indexes') {
      yield [place, `"${duplicate}" stands there twice`]
    }
  }
  // What else is wrong with a field that is not there says nothing.
  if (missing.length > 0) return
  yield* viewFaults(resource)
  yield* viewsFaults(resource)
  yield* countFaults(resource)
  yield* looksFaults(resource)
  const known: readonly string[] = operations
  const odd = [...resource.operations, ...(resource.reauthenticate ?? [])].find(
    (one) => !known.includes(one),
  )
  if (odd) yield ['operations', `no operation "${odd}"${meant(odd, known)}`]
  else if (resource.operations.length > 0 && !resource.operations.includes('list')) {
    yield ['operations', 'add "list": people find, choose and export records there']
  }
  const strange = Object.keys(resource.access).find((one) => !known.includes(one))
  if (strange) yield ['access', `no operation "${strange}"${meant(strange, known)}`]
  for (const operation of operations) {
    if (typeof resource.access[operation] !== 'function') yield [`access.${operation}`, 'no rule']
  }
  yield* unusableIn(resource)
}

function* missingNames(resource: Resource): Generator<Fault> {
  for (const [place, names] of namesUsed(resource)) {
    const missing = names
      .map((one) => one.replace(/^-/, ''))
      .find((one) => !fieldOf(resource, one) || (one.includes('.') && !mayReach.has(place)))
    if (missing !== undefined) yield [place, noField(missing, resource)]
  }
}

function* outcomesFaults({ import: files }: Resource): Generator<Fault> {
  if (!files?.outcomes) return
  const { fields, settings, needs } = files.outcomes
  yield* fieldFaults('import.outcomes.fields.', fields)
  const missing = [...settings, ...needs.flat()].find((name) => !fields[name])
  if (missing !== undefined) yield ['import.outcomes', noField(missing, { fields })]
}

/** Where a name may be that of a field behind a reference. */
const mayReach: ReadonlySet<string> = new Set(['filters', 'phoneCountry'])

type NamesAt = [place: string, names: readonly string[]]

function namesUsed(resource: Resource): NamesAt[] {
  return [
    ['title', titleFields(resource)],
    ['list', resource.list],
    ['hiddenColumns', resource.hiddenColumns ?? []],
    ['filters', resource.filters ?? []],
    ['editableColumns', resource.editableColumns ?? []],
    ['form', namesIn(resource.form)],
    ['show', namesIn(resource.show)],
    ['sort', resource.sort ? [resource.sort] : []],
    ['arranged', [resource.arranged ?? []].flat()],
    ['view.sorts', resource.view?.sorts ?? []],
    ['withTitle', resource.withTitle ?? []],
    ['codes', Object.values<string>(resource.codes ?? {})],
    ['unique', (resource.unique ?? []).flatMap((one) => uniqueGroup(one).names)],
    ['indexes', (resource.indexes ?? []).flat()],
    ...Object.entries<Field>(resource.fields).map(([name, { options }]): NamesAt => [
      `${name}.covers`,
      options.covers ?? [],
    ]),
    ...Object.entries<Field>(resource.fields).map(([name, { options }]): NamesAt => [
      `${name}.under`,
      'under' in options ? [String(options.under)] : [],
    ]),
    ['options', resource.options?.fields ?? []],
    ['options.label', resource.options?.label ?? []],
    ['options.activeBy', [resource.options?.activeBy ?? []].flat()],
    ...(resource.checks ?? []).map(({ on }, at): NamesAt => [`checks.${at}`, [on].flat()]),
    ['phoneCountry', phonePlaces(resource)],
    ['raw', [resource.raw ?? []].flat()],
    ['import.fields', resource.import?.fields ?? []],
    ['import.settings', resource.import?.settings ?? []],
    ['import.keys', resource.import?.keys ?? []],
    ['import.mark', [resource.import?.mark ?? []].flat()],
    ['import.origin', [resource.import?.origin ?? []].flat()],
    ['import.importer', [resource.import?.importer ?? []].flat()],
  ]
}

/** Views that show, set, filter or sort what cannot be. */
function* viewFaults(resource: Resource): Generator<Fault> {
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

const needs = ({ size }: Resource) =>
  size === 'large' ? 'of a large resource needs `index: true`' : 'cannot be by a field of this kind'

function isFiltered(resource: Resource, name: string): boolean {
  const field = fieldOf(resource, name)
  return (
    field !== undefined &&
    kindOf(field).operators.some((operator) => mayFilter(resource, name, operator))
  )
}
