import type { Sql } from './database.ts'

const hour = 60
const day = 24 * hour

/**
 * Minutes for which the engine keeps what it writes, unless a business says otherwise. Of lines of the audit log this is the
 * least, too: `forget_old_lines` leaves younger ones, whatever it is asked.
 */
export const terms = {
  requests: 30 * day,
  request_bodies: 7 * day,
  exports: 24 * hour,
  jobs: 180 * day,
  audit_log: 730 * day,
} as const

type Term = keyof typeof terms

/** Minutes by what is kept so long; null stands for ever. What is missing is kept as the engine has it. */
export type Terms = Readonly<Partial<Record<Term, number | null>>>

interface WithTerms {
  readonly business: { terms?(database: Sql): Promise<Terms> }
}

/** Returns for how many minutes things are kept at this moment. */
export async function termsNow({ business }: WithTerms, database: Sql) {
  return { ...terms, ...(await business.terms?.(database)) }
}
