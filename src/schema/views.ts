import { can, type Rule } from './access.ts'

type Operand = string | number | boolean | readonly (string | number)[]

type Suffix = 'from' | 'to' | 'not' | 'contains' | 'empty' | 'below'

/** What a list shows, in the words of a list request. */
export type ViewFilter<Name extends string> = {
  readonly [Key in Name | `${Name}_${Suffix}`]?: Operand
}

/** A view of a list that comes with the declaration. People open and copy it; it cannot be changed. */
export interface DeclaredView<Name extends string = string> {
  /** What it shows, in the words of a list request: `{ state: 'out', created_at: 'last_7_days', price_from: 10 }`. */
  readonly filter?: ViewFilter<Name>
  /** Its order; that of the list unless given. */
  readonly sort?: Name | `-${Name}`
  /** Its columns, in order; those of the list unless given. */
  readonly columns?: readonly Name[]
  /** The list opens with it for people who have chosen no other. */
  readonly first?: true
  /** The permission string, or the rule, that gives it to a user: `for: 'hire.finance'`; all who see the list unless given. */
  readonly for?: string | Rule
}

/** Who has a view, or a related list. */
export const viewRule = ({ for: who }: Pick<DeclaredView, 'for'>): Rule =>
  who === undefined ? () => true : typeof who === 'string' ? can(who) : who
