import { isTemplate, parentField, titleFields, type Resource } from '#schema'

import { literal, quoted } from '../../database/names.ts'
import { targetAt } from './source.ts'

/**
 * SQL of what a record is called where others point at it: one of a tree after all above it, `Tools › Drills`, unless who
 * stands above it is a matter of permission.
 */
export function pathSql(resource: Resource, names: readonly string[], alias: string): string {
  const parent = parentField(resource)
  const title = (one: string) => titleSql(resource, names, one)
  if (!parent || resource.fields[parent].options.readBy) return title(alias)
  const table = quoted(resource.name)
  const columns = (one: string, depth: string) =>
    `select ${one}.id, ${one}.${quoted(parent)} as parent, ${title(one)} as title, ${depth} as depth`
  return `(with recursive up as (
    ${columns('b', '1')} from ${table} b where b.id = ${alias}.id
    union all ${columns('b', 'up.depth + 1')} from ${table} b join up on b.id = up.parent
      where up.depth < ${maxDepth}
  ) select string_agg(up.title, ' › ' order by up.depth desc) from up)`
}

/** A tree that was brought into a circle by hand ends somewhere too. */
const maxDepth = 50

/** SQL of what a record is called, of those of its title's fields that may be told. */
export function titleSql(resource: Resource, names: readonly string[], alias: string): string {
  const columnOf = (name: string) => {
    const column = `${alias}.${quoted(name)}`
    const inner = targetAt(resource, name)
    if (!inner) return column
    const title = titleSql(inner, titleFields(inner), `${alias}_o`)
    return `(select ${title} from ${quoted(inner.name)} ${alias}_o where ${alias}_o.id = ${column})`
  }
  const columns = names.map(columnOf)
  if (columns.length === 1 && !isTemplate(resource.title)) return `${columns[0]}::text`
  const plain = `concat_ws(' ', ${columns.join(', ')})`
  if (!isTemplate(resource.title) || columns.length < titleFields(resource).length) return plain
  const parts = resource.title
    .split(/\{(\w+)\}/)
    .map((part, at) => (at % 2 === 1 ? `${columns[(at - 1) / 2]}::text` : literal(part, 'text')))
  return `coalesce(${parts.join(' || ')}, ${plain})`
}
