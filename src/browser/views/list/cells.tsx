import type { ReactNode } from 'react'

import { titleFields, type Resource, type User } from '#schema'

import { shownValue } from '../../fields/displays.ts'
import type { Row } from '../../fields/display.ts'
import type { Views } from '../../views.ts'
import type { NamedField } from '../permitted.ts'
import { openPath, TitleLink } from './TitleLink.tsx'

export type Cell = (record: Row) => ReactNode

/** The function that renders a column's cells; the column that names the record leads to it. */
export function cellOf(
  resource: Resource,
  user: User,
  { name, field }: NamedField,
  options: { views: Views<Resource> | undefined; isTitle: boolean },
): Cell {
  const Custom = options.views?.fields?.[name]
  const cell: Cell = Custom
    ? (record) => <Custom record={record as never} />
    : (record) => shownValue(field, name, record)
  if (!options.isTitle) return cell
  return (record) => (
    <TitleLink to={openPath(resource, user, record)}>{cell(record) ?? `#${record.id}`}</TitleLink>
  )
}

/** The column that names a record: the first of its title's fields, else the first column of all. */
export function titleColumn(
  resource: Resource,
  columns: readonly NamedField[],
): string | undefined {
  const titles = titleFields(resource)
  return (columns.find(({ name }) => titles.includes(name)) ?? columns[0])?.name
}

/** What a record is called, in the user's eyes. */
export function recordTitle(resource: Resource, record: Row): string {
  const parts = titleFields(resource)
    .map((name) => record.labels?.[name] ?? record[name])
    .map((one) => (typeof one === 'object' && one && 'label' in one ? one.label : one))
    .filter((one) => typeof one === 'string' || typeof one === 'number')
  return parts.join(' ') || `#${record.id}`
}
