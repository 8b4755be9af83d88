import type { Filter } from './query/filter.ts'
import { type User, type Rule } from './access.ts'

/** Permissions that together open more: what must be granted, and what taken away. */
export interface Remedy {
  readonly grant: readonly string[]
  readonly withdraw: readonly string[]
}

/**
 * What would let the user do more than the rule lets them now: the single permissions of which each alone
 * would; when none does, all of those missing together. Found by asking the rule itself.
 */
export function remediesOf(rule: Rule, user: User): readonly Remedy[] {
  const names = [...new Set(rule.permissions)]
  const now = weight(rule(user))
  const opens = (remedy: Remedy) => weight(rule(after(user, remedy))) > now
  const missing = names.filter((name) => !user.permissions.has(name))
  const held = names.filter((name) => user.permissions.has(name))
  const single = [
    ...missing.map((name) => ({ grant: [name], withdraw: [] })),
    ...held.map((name) => ({ grant: [], withdraw: [name] })),
  ].filter(opens)
  if (single.length > 0) return single
  return [
    { grant: missing, withdraw: [] },
    { grant: missing, withdraw: held },
  ]
    .filter(opens)
    .slice(0, 1)
}

const weight = (answer: boolean | Filter) => (answer === true ? 2 : answer === false ? 0 : 1)

function after(user: User, { grant, withdraw }: Remedy): User {
  const remaining = [...user.permissions].filter((name) => !withdraw.includes(name))
  return { ...user, permissions: new Set([...remaining, ...grant]) }
}
