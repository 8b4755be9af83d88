import type { Context } from '#server'

import type { Weighed } from '../../send/weighed.ts'
import type { Checked, Refusal } from './checks.server.ts'
import { maxDepartments } from './maxDepartments.ts'
import { sentToday } from './sentToday.server.ts'
import type { Target } from './target.server.ts'

/** Where a lead goes, what was thought of every department, and which are left to be tried. */
export interface Choice {
  readonly target: Target
  readonly checked: Checked
  readonly plan: readonly Weighed[]
  readonly others: readonly number[]
}

type Considered = readonly (readonly [Target, Checked])[]

interface Options {
  /** Of how many departments one lead is offered to. */
  readonly most?: number | undefined
  /** What was chosen before, and is not written. */
  readonly before?: readonly Pick<Choice, 'target' | 'checked'>[] | undefined
}

/** Returns what chooses a department for each lead in turn, so that each gets its share (product.md 6.3). */
export async function createRotation(
  targets: readonly Target[],
  context: Pick<Context, 'sql' | 'backend'>,
  { most = maxDepartments, before = [] }: Options,
) {
  const ids = targets.map(({ id }) => id)
  const today: Map<number, number> = ids.length < 2 ? new Map() : await sentToday(ids, context)
  const take = ({ id }: Target) => today.set(id, (today.get(id) ?? 0) + 1)
  for (const { target, checked } of before)
    if (!checked.refusal || checked.refusal.until) take(target)
  const share = ({ id, weight }: Target) =>
    weight === 0 ? Infinity : (today.get(id) ?? 0) / weight
  const order = (one: Target, other: Target) =>
    Number(one.weight === 0) - Number(other.weight === 0) ||
    one.priority - other.priority ||
    share(one) - share(other) ||
    0 ||
    one.id - other.id

  return (considered: Considered): Choice | undefined => {
    const sorted = considered.toSorted(([one], [other]) => order(one, other))
    const free = sorted.filter(([, { refusal }]) => !refusal)
    const waiting = sorted.filter(([, { refusal }]) => refusal?.until)
    const [first, ...others] = [...free, ...waiting]
    const chosen = first ?? sorted[0]
    if (!chosen) return undefined
    const [target, checked] = chosen
    if (first) take(target)
    return {
      target,
      checked,
      plan: sorted.map(([{ id }, { refusal }]) => ({ department: id, ...reasonOf(refusal) })),
      others: others.slice(0, most - 1).map(([{ id }]) => id),
    }
  }
}

const reasonOf = (refusal: Refusal | undefined) =>
  refusal && {
    reason: refusal.status,
    ...(refusal.message !== undefined && { message: refusal.message }),
  }
