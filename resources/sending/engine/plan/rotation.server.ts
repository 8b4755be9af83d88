import { sql } from 'kysely'

import type { Sql } from '#server'

import type { Weighed } from '../../send/weighed.ts'
import type { Checked, Refusal } from './checks.server.ts'
import { maxDepartments } from './maxDepartments.ts'
import type { Target } from './target.server.ts'

/** Where a lead goes, what was thought of every department, and which are left to be tried. */
export interface Choice {
  readonly target: Target
  readonly checked: Checked
  readonly plan: readonly Weighed[]
  readonly others: readonly number[]
}

type Considered = readonly (readonly [Target, Checked])[]

/**
 * Returns what chooses a department for each lead in turn, so that each gets its share (product.md 6.3); it is offered to at most
 * so many of them.
 */
export async function createRotation(
  targets: readonly Target[],
  database: Sql,
  most = maxDepartments,
) {
  const ids = targets.map(({ id }) => id)
  const { rows } = await (targets.length < 2
    ? { rows: [] }
    : sql<{ department: number; count: number }>`
        select department, count(*)::integer as count from sends
        where department = any(${ids}::bigint[]) and created_at >= date_trunc('day', now())
          and state not in ('skipped', 'cancelled')
        group by department`.execute(database))
  const today = new Map(rows.map(({ department, count }) => [department, count]))
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
    if (first) today.set(target.id, (today.get(target.id) ?? 0) + 1)
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
