import { lazy, Suspense } from 'react'

import { labelOf, type FieldOf } from '#schema'

import type { BrowserKind } from '../kind.browser.ts'

type Rows = readonly Readonly<Record<string, unknown>>[]

const RowsText = lazy(async () => ({ default: (await import('./RowsTable.tsx')).RowsText }))
const RowsTable = lazy(async () => ({ default: (await import('./RowsTable.tsx')).RowsTable }))
const RowsChange = lazy(async () => ({ default: (await import('./RowsTable.tsx')).RowsChange }))

/** Rows in one line, `Mon 09:00–18:00; Tue 10:00–14:00`; as a table where there is room. */
export const rowsBrowser: BrowserKind<FieldOf<'rows'>> = {
  show({ field, name, value, record, full }) {
    const { cells } = field
    // Beside lines stand the names of what they point at.
    const labels = record.labels?.[name]
    const rows = Array.isArray(labels)
      ? (value as Rows).map((row, at) => ({ ...row, labels: labels[at] }))
      : (value as Rows)
    return (
      <Suspense>
        {full ? (
          <RowsTable label={labelOf(name, field)} {...{ cells, rows }} />
        ) : (
          <RowsText {...{ cells, rows }} />
        )}
      </Suspense>
    )
  },
  difference: ({ field: { cells }, before, after }) => (
    <Suspense>
      <RowsChange cells={cells} before={before as Rows} after={after as Rows} />
    </Suspense>
  ),
}
