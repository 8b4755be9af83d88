import { isValidElement, lazy, Suspense, type ReactNode } from 'react'

import type { Field, FieldOf } from '#schema'

import type { Row } from '../../browser/client/records/row.ts'
import { cut } from '../../browser/ui/fields/cellText.tsx'
import { shownValue, type BrowserKind } from '../kind.browser.ts'

type Rows = readonly Readonly<Record<string, unknown>>[]

const RowsTable = lazy(async () => ({ default: (await import('./RowsTable.tsx')).RowsTable }))
const RowsChange = lazy(async () => ({ default: (await import('./RowsTable.tsx')).RowsChange }))

/** Rows in one line, `Mon 09:00–18:00; Tue 10:00–14:00`; as a table where there is room. */
export const rowsBrowser: BrowserKind<FieldOf<'rows'>> = {
  show({ field, name, value: rows, record, full }) {
    // Beside lines stand the names of what they point at.
    const labels = record.labels?.[name]
    const value = Array.isArray(labels)
      ? (rows as Rows).map((row, at) => ({ ...row, labels: labels[at] }))
      : rows
    const text = lines(field.cells, value).join('; ')
    if (!full) return cut(text)
    return (
      <Suspense fallback={text}>
        <RowsTable cells={field.cells} rows={value as Rows} />
      </Suspense>
    )
  },
  difference: ({ field, before, after }) => (
    <Suspense>
      <RowsChange before={lines(field.cells, before)} after={lines(field.cells, after)} />
    </Suspense>
  ),
}

/** Each row in words; a dash stands between its `from` and its `to`. */
function lines(cells: Readonly<Record<string, Field>>, value: unknown): string[] {
  return (value as Rows).map((row) => {
    const parts = Object.entries(cells).map(([name, cell]) => {
      const dash = name.endsWith('to') && row[name.replace(/to$/, 'from')] ? '–' : ' '
      const pointed = (row as Row).labels?.[name]
      const text =
        (pointed && 'label' in pointed && pointed.label) ||
        textOf(shownValue(cell, name, row as Row)) ||
        String(row[name] ?? '')
      return text && dash + text
    })
    return parts.join('').trim()
  })
}

const textOf = (node: ReactNode): string => {
  if (Array.isArray(node)) return node.map(textOf).join('')
  if (isValidElement<{ title?: string; children?: ReactNode }>(node)) {
    return node.props.title ?? textOf(node.props.children)
  }
  return typeof node === 'string' || typeof node === 'number' ? String(node) : ''
}
