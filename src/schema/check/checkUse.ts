import type { Field } from '../../kinds/field.ts'
import { kindOf, targetOf } from '../../kinds/kinds.ts'
import { fieldOf, isMasked, isSecret } from '../access.ts'
import { isStored } from '../query/indexed.ts'
import { iconNames } from '../texts/iconNames.ts'
import { isTemplate, namesIn, titleFields } from '../query/lookup.ts'
import { permissionsOf } from '../permissions.ts'
import type { Resource } from '../resource.ts'
import { isRequired, importFaults } from './importFaults.ts'
import type { Fault } from './throwAll.ts'

/** What contradicts nothing and is still of no use: a form that cannot be saved, a title that names no record. */
export function* unusableIn(resource: Resource): Generator<Fault> {
  for (const name of titleFields(resource)) {
    const fault = titleFault(fieldOf(resource, name), isTemplate(resource.title))
    if (fault) yield ['title', `"${name}" ${fault}: people could not tell the records apart`]
  }
  if (isTemplate(resource.title) && /[{}]/.test(resource.title.replaceAll(/\{\w+\}/g, ''))) {
    yield ['title', `"${resource.title}" has a brace that belongs to no field`]
  }
  for (const name of resource.withTitle ?? []) {
    const field = fieldOf(resource, name)
    if (field && (isSecret(field) || isMasked(field) || !isStored(field)))
      yield ['withTitle', `"${name}" is no value that is stored and shown as it is`]
  }
  yield* formFaults(resource)
  if (resource.icon && !iconNames.includes(resource.icon)) {
    yield ['icon', `no icon "${resource.icon}". There are ${iconNames.join(', ')}`]
  }
  yield* importFaults(resource)
  yield* rawFaults(resource)
  yield* labelFaults(resource)
  yield* routeFaults(resource)
  yield* arrangedFaults(resource)
  yield* mergeFaults(resource)
  const wrong = [resource.permission, ...permissionsOf(resource)].find(
    (name) => !/^[A-Za-z]\w*(?:\.\w+)*$/.test(name),
  )
  if (wrong !== undefined) {
    yield ['permission', `"${wrong}" is not a permission: write words with dots, like book.lend`]
  }
}

function titleFault(field: Field | undefined, isInTemplate: boolean): string | undefined {
  if (!field) return undefined
  if (field.options.derived) return 'is derived'
  if (targetOf(field) && !(isInTemplate && isStored(field))) return 'is a reference'
  if (isMasked(field)) return 'is masked'
  return kindOf(field).sortable === false ? 'is no text' : undefined
}

function* formFaults({ fields, form, operations }: Resource): Generator<Fault> {
  if (!operations.includes('create')) return
  const held = new Set(namesIn(form))
  const lacking = Object.entries<Field>(fields).find(
    ([name, field]) => isRequired(field) && !field.options.outOfForm && !held.has(name),
  )
  if (!lacking) return
  const ways = 'Add it to `form`, give it a default, or say `outOfForm`'
  yield [lacking[0], `required, and no form holds it. ${ways}`]
}

/** It takes texts by their names, and what a masked field was given must not stand in the clear beside its mask. */
function* rawFaults({ raw, fields }: Resource): Generator<Fault> {
  const rawField: Field | undefined = raw === undefined ? undefined : fields[raw]
  if (raw === undefined || !rawField) return
  const { computed, optional } = rawField.options
  const isTaken = kindOf(rawField).schema(rawField).safeParse({ note: 'given' }).success
  if (!isTaken || !computed || !optional) {
    yield ['raw', `"${raw}" is no json field that is \`computed\` and \`optional\``]
  }
  if (isMasked(rawField)) return
  const given = Object.entries<Field>(fields).find(
    ([, field]) => isMasked(field) && !field.options.computed,
  )
  if (given) yield [raw, `it keeps what "${given[0]}" was given: say its \`unmaskBy\``]
}

/** What a picker says of a record is made of what it is told of it. */
function* labelFaults(resource: Resource): Generator<Fault> {
  const { fields = titleFields(resource), label = [] } = resource.options ?? {}
  const untold = label.find((name) => !fields.includes(name))
  if (untold) yield ['options.label', `"${untold}" is not in \`options.fields\``]
}

function* mergeFaults({ mergeable, operations, options }: Resource): Generator<Fault> {
  if (!mergeable) return
  const missing = (['show', 'edit', 'delete'] as const).find((one) => !operations.includes(one))
  if (missing) yield ['mergeable', `add "${missing}" to \`operations\``]
  if (!options) yield ['mergeable', 'say `options`: of them the other record is chosen']
}

function* arrangedFaults(resource: Resource): Generator<Fault> {
  const { arranged, sort, size, operations } = resource
  const field = arranged === undefined ? undefined : fieldOf(resource, arranged)
  if (!field) return
  const isNumber = kindOf(field).scale?.(field) === 0 && isStored(field) && !field.options.computed
  if (!isNumber) yield ['arranged', `"${arranged}" is no whole number that people set`]
  if (sort !== arranged)
    yield ['arranged', `the list is sorted by something else: say \`sort: '${arranged}'\``]
  if (size === 'large') yield ['arranged', 'nobody puts a large list in order']
  if (!operations.includes('list') || !operations.includes('edit')) {
    yield ['arranged', 'needs a list, and "edit" among `operations`']
  }
}

function* routeFaults({ routes, listedBy, operations, fields }: Resource): Generator<Fault> {
  if (listedBy) {
    const { by, path } = listedBy
    if (!/:id(?:\/|$)/.test(path)) yield ['listedBy.path', `"${path}" lacks :id, the other record`]
    const field: Field | undefined = fields[by]
    if (!field || !targetOf(field)) yield ['listedBy.by', `"${by}" is no reference`]
    if (operations.includes('show') && !routes.show)
      yield ['routes.show', 'there is no list to show it over']
  }
  for (const [view, path] of Object.entries(routes)) {
    const ofRecord = view === 'show' || view === 'edit'
    if (/:id(?:\/|$)/.test(path) === ofRecord) continue
    yield [
      `routes.${view}`,
      `"${path}" ${ofRecord ? 'lacks :id, the place of the record' : 'is of all records and takes no :id'}`,
    ]
  }
}
