import type { Display } from '../display.ts'

interface Told {
  readonly set?: boolean
  readonly last4?: string
}

export const secretDisplay: Display = {
  show: ({ value }) => secretText(value),
}

export const passwordDisplay: Display = {
  show: () => '••••••••',
}

/** What readers of a secret learn: whether it is set, and how it ends. */
export function secretText(value: unknown): string {
  const { set, last4 } = (typeof value === 'object' && value !== null ? value : {}) as Told
  if (!set) return 'Not set'
  return last4 ? `Set, ends in ${last4}` : 'Set'
}
