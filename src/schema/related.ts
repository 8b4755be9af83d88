import type { Rule } from './access.ts'
import type { ViewFilter } from './views.ts'

/** What a related list shows of the records that point at the one it stands with. */
interface RelatedOptions {
  /** The field of theirs that points here. */
  readonly by: string
  /** Which of them, in the words of a list request: `filter: { state: ['late', 'lost'] }`; all unless given. */
  readonly filter?: ViewFilter<string>
  /** The permission string, or the rule, that shows the list to a user: `for: 'hire.finance'`; all who see theirs unless given. */
  readonly for?: string | Rule
  /** Where lists stand in tabs, the tab that it shares with others which say the same; one named by its heading unless given. */
  readonly tab?: string
  /** The columns that are shown first, in order; those of their own list but the hidden ones unless given. All others of it can be chosen. */
  readonly list?: readonly string[]
  /** The first order, `-from_date`; that of their own list unless given. */
  readonly sort?: string
  /** Offers a new record of theirs that points here, to users who may create one. */
  readonly create?: true
}

export interface Related extends RelatedOptions {
  /** The name of the resource whose records are listed. */
  readonly resource: string
}

/**
 * A list of the records of another resource that point here, as a part of `show`, with a search, filters, an order and
 * pages of its own: `show: { Details: ['name'], Bookings: related('bookings', { by: 'customer', create: true }) }`.
 * Users who may not list them do not see it. It stands below the fields of a record and below its form; in tabs with
 * `showTabs`.
 */
export const related = (resource: string, options: RelatedOptions): Related => ({
  resource,
  ...options,
})
