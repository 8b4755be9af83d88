import { fieldOf, reachedOf } from '../access.ts'
import type { Field } from '../../kinds/field.ts'
import type { Resource } from '../resource.ts'
import { kindOf } from '../../kinds/kinds.ts'

type Named = readonly [name: string, field: Field]

/** The fields of the resource's own that the search box looks into. */
export const ownSearched = ({ fields }: Resource): Named[] =>
  Object.entries<Field>(fields).filter(([, field]) => isLookedInto(field))

/** The references whose records are looked for in the search box, and the resources they point at. */
export const searchedReferences = (resource: Resource) =>
  Object.entries<Field>(resource.fields).flatMap(([name, field]) => {
    const reached = searchForm(field) === 'reached' ? reachedOf(resource, `${name}.id`) : undefined
    return reached ? [{ name, field, target: reached.target }] : []
  })

/** All fields that the search box looks into, those behind references by their paths: `customer.email`. */
export const searchedFields = (resource: Resource): Named[] => [
  ...ownSearched(resource),
  ...searchedReferences(resource).flatMap(({ name, target }) =>
    ownSearched(target).flatMap(([one]): Named[] => {
      const path = `${name}.${one}`
      const field = fieldOf(resource, path)
      return field ? [[path, field]] : []
    }),
  ),
]

function isLookedInto(field: Field): boolean {
  const form = searchForm(field)
  return form === 'fragment' || form === 'exact'
}

/** Whether the search box looks for a fragment of the field, its whole value, what it points at, or not at all. */
export function searchForm(field: Field): 'fragment' | 'exact' | 'reached' | false {
  const { search } = field.options
  return (search === true ? kindOf(field).search : search) ?? false
}
