import type { Field } from './field.ts'
import { kindOf } from './fields/index.ts'
import { fieldOf, sectionsOf, titleFields } from './lookup.ts'
import type { Resource } from './resource.ts'

const namePattern = /^[a-z][a-z0-9_]{0,47}$/
const reserved = new Set(['all', 'any', 'labels', 'search', 'sort', 'page', 'per_page', 'version'])

/** Refuses a declaration that contradicts itself, naming resource and field. */
export function checkDeclaration(resource: Resource): void {
  const { name, fields } = resource
  const fail = (place: string, problem: string): never => {
    throw new Error(`${name}${place && `.${place}`}: ${problem}`)
  }
  if (!namePattern.test(name)) fail('', 'a name has only a–z, 0–9 and _, and at most 48 characters')
  for (const [fieldName, field] of Object.entries<Field>(fields)) {
    if (!namePattern.test(fieldName)) fail(fieldName, 'a name has only a–z, 0–9 and _')
    if (reserved.has(fieldName)) fail(fieldName, 'this name is kept for queries')
    if (field.options.unmaskBy && !kindOf(field).mask)
      fail(fieldName, `a ${field.kind} has no mask`)
    if (field.options.default !== undefined && !field.options.computed) {
      const result = kindOf(field).schema(field).safeParse(field.options.default)
      if (!result.success)
        fail(fieldName, `the default is not valid: ${result.error.issues[0]?.message}`)
    }
  }
  for (const [place, names] of namesUsed(resource)) {
    const missing = names.find((one) => !fieldOf(resource, one.replace(/^-/, '')))
    if (missing) fail(place, `no field "${missing}"`)
  }
  if (resource.size === 'large') checkIndexes(resource, fail)
}

function namesUsed(resource: Resource): [place: string, names: readonly string[]][] {
  const layouts = [resource.form, resource.show ?? []].flatMap(sectionsOf)
  return [
    ['title', titleFields(resource)],
    ['list', resource.list],
    ['hidden', resource.hidden ?? []],
    ['filters', resource.filters ?? []],
    ['form', layouts.flatMap(([, names]) => names)],
    ['sort', resource.sort ? [resource.sort] : []],
    ['embed', resource.embed ?? []],
    ['unique', (resource.unique ?? []).flat()],
    ['indexes', (resource.indexes ?? []).flat()],
    ['options', resource.options?.fields ?? []],
    ['import', [...(resource.import?.fields ?? []), ...(resource.import?.settings ?? [])]],
    ['import.keys', resource.import?.keys ?? []],
  ]
}

function checkIndexes(resource: Resource, fail: (place: string, problem: string) => never): void {
  for (const name of resource.filters ?? []) {
    if (!isIndexed(resource, name)) fail(name, 'a filter of a large resource needs `index: true`')
  }
}

/** Whether lists of a large resource may filter and sort by a field. */
export function isIndexed(resource: Resource, name: string): boolean {
  const field = fieldOf(resource, name)
  if (!field) return false
  const { index, unique, search } = field.options
  const first = (resource.indexes ?? []).some(([one]) => one?.replace(/^-/, '') === name)
  return (
    name === 'id' ||
    name === 'created_at' ||
    Boolean(index ?? unique ?? search ?? first) ||
    first ||
    field.kind === 'references'
  )
}
