import type { ReactNode } from 'react'

import { isMasked, sentence, titleFields, type Resource, type User } from '#schema'

import { browserKindOf, shownValue } from '../../../kinds/kinds.browser.ts'
import { isClear } from '../../../kinds/contact.browser.tsx'
import type { Row } from '../../client/records/row.ts'
import { Opened } from '../reveal/RevealedValues.tsx'
import type { Views } from '../views.ts'
import { may, mayInline, type NamedField } from '../../client/records/permitted.ts'
import { CopyTool, EditTool } from './CellTool.tsx'
import { openPath, TitleLink } from './TitleLink.tsx'

export type Cell = (record: Row) => ReactNode

interface CellOptions {
  views: Views<Resource> | undefined
  isTitle: boolean
}

/** The function that renders a column's cells; the column that names the record leads to it. */
export function cellOf(
  resource: Resource,
  user: User,
  column: NamedField,
  { views, isTitle }: CellOptions,
): Cell {
  const { name, field } = column
  const Custom = views?.fields?.[name]
  const cell: Cell = Custom
    ? (record) => <Custom record={record as never} />
    : (record) => shownValue(field, name, record)
  const linked: Cell = (record) => (
    <TitleLink to={openPath(resource, user, record)}>{cell(record) ?? `#${record.id}`}</TitleLink>
  )
  const whole = withTools(resource, user, column, isTitle ? linked : cell)
  return isMasked(field) ? (record) => <Opened record={record} render={whole} /> : whole
}

/** The cell with its buttons, which show when the row is pointed at or has the focus. */
function withTools(resource: Resource, user: User, { name, field }: NamedField, cell: Cell): Cell {
  const isCopied = name === 'id' || browserKindOf(field).isCopied
  const isInline = mayInline(resource, user, name)
  if (!isCopied && !isInline) return cell
  const label = field.options.label ?? sentence(name)
  return (record) => {
    const content = cell(record)
    const text = String(record[name] ?? '')
    const isCopyable = isCopied && text !== '' && isClear(text)
    const isEditable = isInline && may(resource, 'edit', user, record)
    if (!isCopyable && !isEditable) return content
    const edited = isEditable ? { 'data-inline': name, 'data-record': record.id } : {}
    return (
      <span className="tool-cell" {...edited}>
        {content}
        {isCopyable && <CopyTool text={text} />}
        {isEditable && <EditTool field={label} title={recordTitle(resource, record)} />}
      </span>
    )
  }
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
    .map((name) => record.labels?.[name] ?? chosenLabel(resource, name, record) ?? record[name])
    .map((one) => (typeof one === 'object' && one && 'label' in one ? one.label : one))
    .filter((one) => typeof one === 'string' || typeof one === 'number')
  return parts.join(' ') || `#${record.id}`
}

/** What a declared choice is called. */
function chosenLabel({ fields }: Resource, name: string, record: Row): string | undefined {
  const field = fields[name] as { choices?: Readonly<Record<string, string>> } | undefined
  return field?.choices?.[String(record[name])]
}
