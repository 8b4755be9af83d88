import { useStore } from 'react-admin'

import type { Resource } from '#schema'

/** The widths that a person gave to columns of a list in this browser, by field, in pixels. */
export type ColumnWidths = Readonly<Record<string, number>>

const none: ColumnWidths = {}

/** Narrower than that a column says nothing, in pixels. */
export const least = 56

/** Returns the widths of a list's columns, and what changes them; without a width a column is as wide as it needs. */
export function useColumnWidths(resource: Resource | undefined) {
  const [widths = none, setWidths] = useStore<ColumnWidths | undefined>(
    `${resource?.name}.column_widths`,
  )
  const setWidth = (name: string, width: number | undefined) => {
    const { [name]: _before, ...others } = widths
    setWidths(
      width === undefined ? others : { ...others, [name]: Math.max(least, Math.round(width)) },
    )
  }
  return { widths, setWidth, reset: () => setWidths(undefined) }
}
