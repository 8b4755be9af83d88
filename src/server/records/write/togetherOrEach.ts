import type { Skipped } from '#contract'

import type { Scope } from './transact.ts'
import { trying, tryingTogether } from './trying.ts'

/** What has been done to records, and which of them refused. */
export interface Outcome<Done> {
  readonly done: readonly Done[]
  readonly failures: readonly Skipped[]
}

interface Identified {
  readonly id: number
}

interface Writes<Item, Done> {
  /** Does it to all at once; undefined, or a refusal, where each must be asked by itself. */
  all?: ((nested: Scope) => Promise<Outcome<Done> | undefined>) | undefined
  one(item: Item, nested: Scope): Promise<Done>
}

/** Does work on many records at once, or else on each; one that refuses is told and does not stop the others. */
export async function togetherOrEach<Item extends Identified, Done>(
  items: readonly Item[],
  scope: Scope,
  { all, one }: Writes<Item, Done>,
): Promise<Outcome<Done>> {
  const outcome = all && (await tryingTogether(scope, all))
  if (outcome) return outcome
  const done: Done[] = []
  const failures: Skipped[] = []
  // Other work that acts on many records takes their locks in the same order.
  for (const item of items.toSorted(byId)) {
    const outcome = await trying(item.id, scope, async (nested) => ({
      made: await one(item, nested),
    }))
    if ('made' in outcome) done.push(outcome.made)
    else failures.push(outcome)
  }
  return { done, failures }
}

/** Puts what is about records in the order of their ids. */
export const byId = (one: Identified, other: Identified): number => one.id - other.id
