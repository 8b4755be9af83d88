import { fieldOf, kindOf, type Related, type Resource } from '#schema'

/** The list's name among what the browser keeps: a record may have two of the same resource. */
export const keyOf = ({ name }: Resource, { resource, by, filter = {} }: Related): string =>
  [name, resource, by, ...Object.entries(filter).flat()].join('.')

/** What all rows have, and a new record begins with: `{ customer: 5 }`. */
export function valuesOf({ by }: Related, listed: Resource, id: number) {
  const field = fieldOf(listed, by)
  const isMany = field !== undefined && kindOf(field).column(field) === null
  return { [by]: isMany ? [id] : id }
}

/** The resource with the columns and the order of the related list, its others to choose from; every row has the same `by`. */
export function partOf(listed: Resource, related: Related): Resource {
  const { hiddenColumns = [] } = listed
  const { by, filter = {}, sort = listed.sort, list } = related
  const known = listed.list.filter((name) => name !== by)
  const columns = list ?? known.filter((name) => !hiddenColumns.includes(name))
  const others = known.filter((name) => !columns.includes(name))
  return {
    ...listed,
    list: [...columns, ...others],
    hiddenColumns: others,
    filters: listed.filters?.filter((name) => name !== by && !(name in filter)) ?? [],
    ...(sort && { sort }),
  }
}
