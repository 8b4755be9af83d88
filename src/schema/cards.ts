import { can, type Rule } from './access.ts'
import type { Filter } from './query/filter.ts'

/** What a sum counts by, and which records. */
interface CountedSome<Name extends string, Shape> {
  /** The field whose time or day counts. */
  readonly by: Name
  /** The records that count; all unless given. */
  readonly where?: Filter<Shape>
  /** The number that is added up, in place of the records. */
  readonly sum?: string
  /** A field with choices, or one that points at records: a sum for each of its values. */
  readonly per?: string
}

/** The name of a day alone counts all records by it. */
export type DeclaredSum<Name extends string = string, Shape = any> = Name | CountedSome<Name, Shape>

/** A number of the dashboard: how many records, or what a field of theirs adds up to, day by day. */
export interface DeclaredCard<
  Day extends string = string,
  Name extends string = string,
  Shape = any,
> {
  /** What it is called, "Turnover"; made from its name unless given. */
  readonly label?: string
  /** The field whose time or day counts: `count('created_at')` is `{ by: 'created_at' }`. */
  readonly by: Day
  /** The number that is added up, `sum('amount', 'issued_on')`; without it the records are counted. */
  readonly sum?: Name
  /**
   * The records that count, `{ ...count('created_at'), where: { is_test: false } }`; all unless given. Those with one of several
   * values: `where: { state: { in: ['out', 'returned'] } }`.
   */
  readonly where?: Filter<Shape>
  /** The permission string, or the rule, that shows it; unless given all who may list every record, and read the fields. */
  readonly for?: string | Rule
  /** Fewer is better news. */
  readonly isBetterLess?: true
}

/** The sum that every write keeps up to date for a card. */
export const cardSum = ({ name }: { readonly name: string }, card: string): string =>
  `${name}_${card}`

/** The sums of the cards, as `sums` has them. */
export function cardSums<Day extends string, Shape>(
  name: string,
  cards: Readonly<Record<string, DeclaredCard<Day, string, Shape>>>,
): Record<string, DeclaredSum<Day, Shape>> {
  const entries = Object.entries(cards).map(
    ([card, { by, sum, where }]): [string, DeclaredSum<Day, Shape>] => [
      cardSum({ name }, card),
      { by, ...(sum && { sum }), ...(where && { where }) },
    ],
  )
  return Object.fromEntries(entries)
}

/** Who sees a card by what it says itself; undefined where the records decide. */
export const cardRule = ({ for: who }: DeclaredCard): Rule | undefined =>
  typeof who === 'string' ? can(who) : who

/** The periods that a dashboard offers, in days. */
export const periods = [7, 30, 90] as const

export type Period = (typeof periods)[number]
