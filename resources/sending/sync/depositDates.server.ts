import { sql } from 'kysely'

import { notify, type Sql } from '#server'

import type { Send } from '../send/send.ts'

/** Brokers give days without a time, in zones of their own. */
const day = 86_400_000

/**
 * The dates of a deposit, whoever tells of it: it counts on the date that is said. One that cannot be, since the lead was not
 * sent yet or the day has not come, is kept as it was said, and the deposit counts from now, as one without a date does
 * (product.md 9.4).
 */
export function datesOfDeposit(
  said: string | null,
  { sent_at }: Pick<Send, 'sent_at'>,
): Pick<Send, 'ftd_at' | 'api_ftd_at' | 'ftd_detected_at'> {
  const now = new Date().toISOString()
  const isPossible = said !== null && Date.parse(said) <= Date.now() && !isBefore(said, sent_at)
  return { ftd_at: isPossible ? said : now, api_ftd_at: said, ftd_detected_at: now }
}

const isBefore = (said: string, sentAt: string | null): boolean =>
  sentAt !== null && Date.parse(said) < Date.parse(sentAt) - day

/**
 * Tells who may cancel deposits that a department dates some before it had the leads: the people may have been its customers
 * already, or the date may be wrong.
 */
export async function tellDatedBefore(
  deposits: readonly Send[],
  department: number,
  database: Sql,
): Promise<void> {
  const isOdd = deposits.some(
    ({ api_ftd_at, sent_at, is_test }) => !is_test && api_ftd_at && isBefore(api_ftd_at, sent_at),
  )
  if (!isOdd) return
  const { rows } = await sql<{ name: string }>`
    select branch_name as name from broker_departments where id = ${department}`.execute(database)
  await notify(database, {
    event: 'ftd_before_send',
    title: 'First deposits are dated before their sends',
    message:
      '%{name} dates first deposits before the leads were sent. They count from the day we were told: look at them, and cancel those that are not ours.',
    values: { name: rows[0]?.name ?? '' },
    about: { resource: 'broker_departments', id: department },
    to: { permission: 'lead.ftd.update' },
  })
}
