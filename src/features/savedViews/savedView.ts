import type { Resource } from '#schema'
import { type FilterValues } from '../../browser/client/records/filterValues.ts'
import type { Density } from '../../browser/views/list/listAppearance.ts'

/** How a list is looked at, in the words of a list request. */
export interface ViewSettings {
  readonly filter?: FilterValues
  readonly search?: string
  /** `-created_at,name` */
  readonly sort?: string
  /** The columns shown, in order. */
  readonly columns?: readonly string[]
  readonly density?: Density
  readonly per_page?: number
  /** How many filters and sorts the server left out, because this user may not ask for them. */
  readonly dropped?: number
}

export interface SavedView {
  /** That of its record; the name of one that comes with the list, which has no owner. */
  readonly id: number | string
  readonly version: number
  readonly name: string
  /** Its owner; only they change it. */
  readonly user: number
  readonly visibility: 'private' | 'role' | 'all'
  readonly role: number | null
  readonly settings: ViewSettings
}

/** What a dialog about a view is for. */
export type Ask = 'save' | 'rename' | 'share' | 'delete'

/** The parts of a list that a view keeps, as they stand. */
export interface ShownList {
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
  shownList: ShownList
  onClose(): void
}

/** What a dialog is given about a view that is there. */
export interface OneViewProps extends Omit<DialogProps, 'shownList'> {
  view: SavedView
}

export function settingsOf({ values, sort, columns, density, perPage }: ShownList): ViewSettings {
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
export function hasChanged({ settings: saved }: SavedView, shownList: ShownList): boolean {
  const now = settingsOf(shownList)
  const isOpen = (key: keyof ViewSettings) => saved[key] === undefined
  const differs = (['sort', 'columns', 'density', 'per_page'] as const).some(
    (key) => !isOpen(key) && !isSame(saved[key], now[key]),
  )
  return (
    differs ||
    !isSame(saved.filter ?? {}, now.filter) ||
    (saved.search ?? '') !== (now.search ?? '')
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
