import { addressBlock, countRefusal, notify, tooMany, type Backend } from '#server'

import { msg } from '../../msg.server.ts'
import type { Partner } from './partner.server.ts'

/** So many refusals in so many minutes notify people, and block the address that goes on (product.md 14.2). */
const maxRefusals = 10
const minutes = 10

/**
 * Counts a call with a wrong token or from a wrong address. Throws 429 where the address goes on: no answer says any more
 * what was wrong. What is right opens all the same, as several departments may share an address.
 */
export async function countRefused(
  ip: string,
  partner: Partner | undefined,
  { database }: Pick<Backend, 'database'>,
): Promise<void> {
  const count = (key: string) => countRefusal(database.sql, { key, minutes })
  const fromAddress = await count(`partner at ${addressBlock(ip)}`)
  const told = partner ? await count(`partner ${partner.id}`) : fromAddress
  if (told === maxRefusals) await tell(ip, partner, database.sql)
  if (fromAddress > maxRefusals) throw tooMany(msg('partner_too_many_refusals'), minutes * 60)
}

const to = { permission: 'broker.department.token' }

function tell(
  ip: string,
  partner: Partner | undefined,
  database: Backend['database']['sql'],
): Promise<void> {
  if (!partner) {
    return notify(database, {
      event: 'partner_unknown',
      title: 'Calls with a wrong token',
      message: 'Ten calls of no partner that is known came from %{ip} within ten minutes.',
      values: { ip },
      to,
    })
  }
  return notify(database, {
    event: 'partner_refused',
    title: 'A partner’s calls are refused',
    message: '%{name} was refused ten times within ten minutes, last from %{ip}.',
    values: { name: partner.branch_name, ip },
    about: { resource: 'broker_departments', id: partner.id },
    to,
  })
}
