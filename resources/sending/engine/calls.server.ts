import { sql } from 'kysely'

import { prepared, type Backend } from '#server'

import { storedAnswer } from '../integration/answer/storedAnswer.server.ts'
import type { MadeCall } from '../callLog/logCalls.server.ts'
import { withoutContacts } from '../integration/answer/withoutContacts.ts'
import type { Offer } from '../integration/request/buildRequest.server.ts'
import { offerTogether, type CalledTogether } from '../integration/callIntegration.server.ts'
import { type Called } from '../integration/answer/calledOf.server.ts'
import type { Integration } from '../integration/integration.ts'
import { batchRefused } from '../integration/answer/readBatch.server.ts'
import { loadVersions } from '../integration/loadForCall.server.ts'
import { leadsToSend, type SendLead } from '../integration/request/sendLead.server.ts'
import type { DueSend } from './dueSend.server.ts'
import type { Ended } from './outcome/ended.server.ts'
import { isListed } from '../../leads/blackList/isListed.server.ts'
import { goneOf, lacking, type Refusal } from './plan/checks.server.ts'

type OfSend = Offer & { readonly send: DueSend }

/** An integration and where its calls go, as they are now. */
interface Way {
  readonly id: number
  readonly version: number
  readonly department: number
  readonly branch_name: string
  readonly needs_consent: boolean
  readonly broker_id: number
  readonly broker: string
  readonly is_open: boolean
}

/**
 * Loads what the calls for some sends need, in a few statements, and returns what makes one of them. It throws nothing. `isLate`:
 * some time has passed since the claim, and the black list is asked once more.
 */
export async function prepareCalls(sends: readonly DueSend[], backend: Backend, isLate = false) {
  const { sql: database } = backend.database
  const [leads, { rows }] = await Promise.all([
    leadsToSend(
      sends.map(({ lead }) => lead),
      database,
    ),
    sql<Way>`${prepared}
      select i.id, i.version, i.department, d.branch_name, d.needs_consent, d.broker_id, b.name as broker,
        i.state = 'active' and i.push_active and d.is_active and b.is_active
        and d.deleted_at is null and b.deleted_at is null as is_open
      from send_integrations i
      join broker_departments d on d.id = i.department join brokers b on b.id = d.broker_id
      where i.id = any(${sends.map(({ integration }) => integration)}::bigint[])`.execute(database),
  ])
  const ways = new Map(rows.map((row) => [row.id, row]))
  const integrations = await loadVersions(
    new Map(rows.map(({ id, version }) => [id, version])),
    backend,
  )
  const listed = isLate ? await entriesOf(sends, { leads, ways }, backend) : none

  function offersOf(send: DueSend): OfSend[] {
    const lead = leads.get(send.lead)
    const way = ways.get(send.integration)
    if (!lead || way?.department !== send.department || refusalSince(send, lead, way)) return []
    const context = {
      send: { id: send.id, key: send.send_key },
      department: { id: way.department, branch_name: way.branch_name },
      broker: { name: way.broker },
      now: new Date(),
    }
    return [{ send, lead, context }]
  }

  function refusalSince(send: DueSend, lead: SendLead, way: Way | undefined): Refusal | undefined {
    const gone = goneOf(leadState(lead))
    if (gone) return gone
    if (listed.has(send)) return { status: 'Black list' }
    return way && lacking({ missing: [], consent_at: lead.consent_at ?? null }, way)
  }

  /** What became of its lead since the claim speaks against it. */
  function goneSince(send: DueSend): Ended {
    const lead = leads.get(send.lead)
    const gone = lead && refusalSince(send, lead, ways.get(send.integration))
    const refused = refusedBy(send, gone?.status ?? 'Configuration error', gone?.message)
    return gone?.status === 'Black list' ? { ...refused, entry: listed.get(send) } : refused
  }

  /** Makes one call, for the sends that share it. */
  return async (own: readonly DueSend[], signal: AbortSignal): Promise<Ended[]> => {
    const [first] = own
    const loaded = first && integrations.get(first.integration)
    const offers = loaded ? own.flatMap(offersOf) : []
    const known = new Set(offers.map(({ send }) => send))
    const lost = own.filter((send) => !known.has(send)).map(goneSince)
    if (!loaded || offers.length === 0) return lost
    const { integration } = loaded
    // It was changed since the claim, whose lease is as long as its calls were then.
    const isSlower = integration.total_timeout > first.limits.total_timeout
    const isOpen = ways.get(first.integration)?.is_open && !isSlower
    if (!isOpen || offers.length > (integration.batch_size ?? 1)) {
      return [...lost, ...offers.map(waiting)]
    }
    const called = await offerTogether({ loaded, offers }, backend, signal)
    const { revision, version: savedAs } = integration
    const around = { signal, revision, savedAs }
    const ended = offers.map(({ send }, at) => endedOf(send, called.all[at], around))
    return [...lost, ...countedOnce(ended, madeCall(called, offers, integration))]
  }
}

const none: ReadonlyMap<DueSend, number> = new Map()

/** The entries of the black list that the people of sends are under by now. */
async function entriesOf(
  sends: readonly DueSend[],
  { leads, ways }: { leads: ReadonlyMap<number, SendLead>; ways: ReadonlyMap<number, Way> },
  backend: Backend,
): Promise<ReadonlyMap<DueSend, number>> {
  const found = sends.flatMap((send) => {
    const [lead, way] = [leads.get(send.lead), ways.get(send.integration)]
    return lead && way ? [{ send, lead, way }] : []
  })
  const entries = await isListed(
    found.map(({ lead }) => ({
      ...lead,
      source: lead.source?.id ?? 0,
      country: null,
      language: null,
      tags: [],
    })),
    found.map(({ way }) => ({ source: 'own', broker: way.broker_id, department: way.department })),
    { sql: backend.database.sql, backend },
  )
  return new Map(
    found.flatMap(({ send }, at) => {
      const entry = entries[at]
      return entry === undefined ? [] : [[send, entry] as const]
    }),
  )
}

const leadState = ({ stage = 'new', deleted_at }: SendLead) => ({
  stage,
  is_deleted: Boolean(deleted_at),
})

interface Around {
  readonly signal: AbortSignal
  readonly revision: number
  readonly savedAs: number
}

type OfCall = Ended & { readonly isOfAll?: boolean }

function endedOf(send: DueSend, called: Called | undefined, around: Around): OfCall {
  if (!called || 'refused' in called) {
    return refusedBy(send, called?.refused ?? 'Configuration error', called?.message)
  }
  const { answer, outcome, part, built, isOfAll = false } = called
  const ended = {
    send,
    outcome,
    http_status: answer.status,
    ms: Math.round(answer.ms),
    isOurs: answer.kind === 'fault' && around.signal.aborted,
    savedAs: around.savedAs,
    isOfAll,
  }
  // A login failed: of the lead, nothing has left.
  if (!built) return ended
  const words = answer.kind === 'answer' ? (part ?? wordsForAll(send, answer.body)) : undefined
  return {
    ...ended,
    revision: around.revision,
    request: built.redacted,
    ...(words !== undefined && { response: storedAnswer(words) }),
  }
}

/** Of an answer to several, what is about no lead may be about the others. */
const wordsForAll = ({ batch }: DueSend, body: string) => (batch ? withoutContacts(body) : body)

/** The first of a call carries its line of the log. An error of the whole call is one; refusals are as many as leads. */
function countedOnce(all: readonly OfCall[], made: MadeCall | undefined): Ended[] {
  const first = all.findIndex(({ ms }) => ms !== undefined)
  return all.map(({ isOfAll, ...one }, at) => {
    if (at === first) return { ...one, made }
    const isRefused = one.outcome.failure_status === batchRefused
    return isOfAll && !isRefused ? { ...one, isCountedWithOther: true } : one
  })
}

/** The line of the request log: without bodies where they hold several people. */
function madeCall(
  { request, answer }: CalledTogether,
  [first, ...others]: readonly OfSend[],
  integration: Integration,
): MadeCall | undefined {
  if (!request || !answer || !first) return undefined
  const { id, uuid, lead, user, batch } = first.send
  const call = { kind: 'send', integration, answer, user } as const
  const body = request.body ?? null
  if (others.length === 0)
    return { ...call, request: { ...request, body }, lead, send: id, correlationId: uuid }
  const count = others.length + 1
  return { ...call, request: { ...request, body: null }, count, correlationId: batch?.key ?? uuid }
}

/** Nothing was called: it is claimed again soon. */
const waiting = ({ send }: OfSend): Ended => ({
  send,
  outcome: { outcome: 'waits', until: new Date() },
})

/** Nothing was called: the lead is not as the broker wants it, or no call is possible at all. */
const refusedBy = (send: DueSend, failure_status: string, message?: string): Ended => ({
  send,
  outcome: {
    outcome: failure_status === 'Configuration error' ? 'failed' : 'skipped',
    failure_status,
    message,
  },
})
