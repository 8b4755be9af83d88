import type { Resource } from '#schema'

import type { FilterValues } from '../../browser/client/records/filterValues.ts'
import type { SavedView, ViewSettings } from './savedView.ts'

/** The parts of a list that a view keeps, as they stand. */
export interface Looks {
  readonly values: FilterValues
  readonly sort: string
  readonly columns: readonly string[]
  readonly density: ViewSettings['density']
  readonly perPage: number
}

/** What every dialog about a view is given. */
export interface DialogProps {
  resource: Resource
  view: SavedView | undefined
  looks: Looks
  onClose(): void
}

export function settingsOf({ values, sort, columns, density, perPage }: Looks): ViewSettings {
  const { search, ...filter } = values
  return {
    filter,
    ...(typeof search === 'string' && search !== '' && { search }),
    sort,
    columns,
    ...(density && { density }),
    per_page: perPage,
  }
}

/** Whether the list is looked at in another way than the view says. What a view does not say, it leaves open. */
export function hasChanged({ settings: kept }: SavedView, looks: Looks): boolean {
  const now = settingsOf(looks)
  const isOpen = (key: keyof ViewSettings) => kept[key] === undefined
  const differs = (['sort', 'columns', 'density', 'per_page'] as const).some(
    (key) => !isOpen(key) && !isSame(kept[key], now[key]),
  )
  return (
    differs || !isSame(kept.filter ?? {}, now.filter) || (kept.search ?? '') !== (now.search ?? '')
  )
}

const isSame = (one: unknown, other: unknown) => ordered(one) === ordered(other)

/** The same filter may have its keys in another order. */
const ordered = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  )
