import { fieldOf, type Resource } from '#schema'

/** Where a sealed value stands: it opens nowhere else. */
export const placeOf = ({ name }: Pick<Resource, 'name'>, field: string, id: number) =>
  `${name}/${field}/${id}`

/** The place of a value, and those it had before its table or column was renamed. */
export function placesOf(resource: Resource, field: string, id: number): string[] {
  const tables = [resource.name, resource.renamedFrom ?? []].flat()
  const columns = [field, fieldOf(resource, field)?.options.renamedFrom ?? []].flat()
  return tables.flatMap((name) => columns.map((column) => placeOf({ name }, column, id)))
}
