import type { ReactNode } from 'react'

import {
  isMasked,
  type Resource,
  sentence,
  titleColumnFields,
  titleFields,
  titleText,
  type User,
} from '#schema'

import { isClear } from '../../../../kinds/parts/contact.browser.tsx'
import { browserKindOf, shownValue } from '../../../../kinds/kinds.browser.ts'
import { pathOf } from '../../../client/addresses/addresses.ts'
import { may, mayInline, type NamedField } from '../../../client/records/permitted.ts'
import type { Row } from '../../../client/records/row.ts'
import { cut } from '../../../ui/fields/cellText.tsx'
import { ColorChip, isColor, textOn } from '../../../ui/fields/ColorChip.tsx'
import { Opened } from '../../reveal/revealed.tsx'
import type { Views } from '../../resourceViews.ts'
import { CopyTool, EditTool } from './cellTools.tsx'

type Cell = (record: Row) => ReactNode

interface CellOptions {
  views: Views<Resource> | undefined
  isTitle: boolean
}

/** The function that renders a column's cells; the column that names the record goes to it. */
export function cellOf(
  resource: Resource,
  user: User,
  column: NamedField,
  { views, isTitle }: CellOptions,
): Cell {
  const { name, field } = column
  const Custom = views?.fields?.[name]
  const isWholeTitle = titleColumnFields(resource)[0] === name
  const cell: Cell = Custom
    ? (record) => <Custom record={record as never} />
    : (record) =>
        isWholeTitle ? cut(recordTitle(resource, record)) : shownValue(field, name, record)
  const linked: Cell = (record) => (
    <TitleLink to={openPath(resource, user, record)}>
      {inColors(resource, record, cell(record) ?? `#${record.id}`)}
    </TitleLink>
  )
  const whole = withTools(resource, user, column, isTitle ? linked : cell)
  return isMasked(field) ? (record) => <Opened record={record} render={whole} /> : whole
}

/** What names a record, as a chip where the records of the resource have colours of their own. */
function inColors({ withTitle = [] }: Resource, record: Row, content: ReactNode): ReactNode {
  const name = ['bg_color', 'color'].find((one) => withTitle.includes(one))
  const background = name && record[name]
  if (!isColor(background)) return content
  const wanted = record['text_color']
  const text = textOn(background, isColor(wanted) ? wanted : undefined)
  return <ColorChip {...{ background, text, content }} />
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
    const isEditable = isInline && name in record && may(resource, 'edit', user, record)
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
  const title = titleText(resource, (name) => {
    const one = record.labels?.[name] ?? chosenLabel(resource, name, record) ?? record[name]
    const text = typeof one === 'object' && one && 'label' in one ? one.label : one
    return typeof text === 'string' || typeof text === 'number' ? text : undefined
  })
  return title || `#${record.id}`
}

/** What a declared choice is called; of a record whose title the user may not know, its number. */
function chosenLabel({ fields }: Resource, name: string, record: Row): string | undefined {
  const field = fields[name] as
    | { choices?: Readonly<Record<string, string>>; target?: string }
    | undefined
  const value = record[name]
  return field?.target && value ? `#${String(value)}` : field?.choices?.[String(value)]
}

/** Where a click on a record goes: its own page, else the form for those who may edit, else the show view. */
export function openPath(resource: Resource, user: User, record: Row): string | undefined {
  const mayShow = may(resource, 'show', user, record)
  if (mayShow && resource.routes.show) return pathOf(resource, 'show', record.id)
  if (may(resource, 'edit', user, record)) return pathOf(resource, 'edit', record.id)
  return mayShow ? pathOf(resource, 'show', record.id) : undefined
}

/** A real link, so that a record opens in a new tab and by keyboard. The list around follows it (`followRecords`). */
export function TitleLink({ to, children }: { to: string | undefined; children: ReactNode }) {
  if (to === undefined) return children
  return (
    <a href={to} className="title-link">
      {children}
    </a>
  )
}
