import { groupBy } from '#schema'

import { randomUUID } from 'node:crypto'

import { shareOf } from './callCount.ts'
import type { DueSend } from './dueSend.server.ts'

/** The same sends with the call that they go in, where it is one for several. */
export function sharedCalls<One extends { readonly send: DueSend }>(all: readonly One[]): One[] {
  const batches = new Map<DueSend, DueSend['batch']>()
  for (const own of groupBy(all, ({ send }) => shareOf(send)).values()) {
    const most = own[0]?.send.most_together ?? 1
    for (let from = 0; most > 1 && from < own.length; from += most) {
      const key = randomUUID()
      for (const [place, { send }] of own.slice(from, from + most).entries()) {
        batches.set(send, { key, place })
      }
    }
  }
  return all.map((one) => ({ ...one, send: { ...one.send, batch: batches.get(one.send) } }))
}

/** Sends that are claimed, each with those that go in the same call. */
export const callsOf = (claimed: readonly DueSend[]): DueSend[][] => [
  ...groupBy(claimed, ({ id, batch }) => batch?.key ?? id).values(),
]

/** How many calls some sends are, of which those of one call may be parted. */
export const countCallsOf = (sends: readonly DueSend[]): number =>
  sends.filter(({ batch }) => !batch || batch.place === 0).length
