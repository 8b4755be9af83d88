import { groupBy } from '#schema'

import { msg } from '../../../msg.server.ts'
import { answerDocument } from './answerDocument.ts'
import { readPath, textOfValue } from './readPath.ts'
import { unknownAnswer } from './statusTable.ts'
import type { Integration } from '../integration.ts'
import { readAnswer, type Answer, type Outcome } from './readAnswer.server.ts'
import { type Reading } from './valuesIn.server.ts'

/** What an answer says of one of the leads of a call. */
export interface BatchOutcome {
  readonly outcome: Outcome
  /** The part of the answer that is about this lead; undefined where there is none. */
  readonly part: string | undefined
  /** What is said of the call as a whole, and so of all its leads. */
  readonly isOfAll: boolean
}

/** By what an answer may name a lead that was offered. */
export interface Offered {
  readonly key: string
  readonly email: string
}

type Batch = Reading & Pick<Integration, 'batch_rows_path' | 'batch_match' | 'batch_match_path'>

/** Of a call that was refused as a whole: its leads go again one by one, so that one of them spoils it for no other. */
export const batchRefused = 'Batch refused'

/**
 * What an answer means for each of the leads that were offered together. A lead that it does not name exactly once is
 * unknown; and an answer without a list accepts no lead.
 */
export function readBatch(
  integration: Batch,
  answer: Answer,
  leads: readonly Offered[],
): BatchOutcome[] {
  const rows = answer.kind === 'answer' ? rowsIn(integration, answer) : undefined
  if (!rows || answer.kind !== 'answer') {
    const outcome = ofAll(readAnswer(integration, answer), leads.length)
    return leads.map(() => ({ outcome, part: undefined, isOfAll: true }))
  }
  return rowsOf(integration, rows, leads).map((row): BatchOutcome => {
    if (row === undefined) return { outcome: notNamed, part: undefined, isOfAll: false }
    const part = JSON.stringify(row)
    const outcome = readAnswer(integration, { ...answer, body: part })
    return { outcome, part, isOfAll: false }
  })
}

const notNamed: Outcome = { ...unknownAnswer, message: msg('the_answer_does_not_name_this_lead') }

function rowsIn(
  { batch_rows_path: path }: Batch,
  answer: Extract<Answer, { kind: 'answer' }>,
): readonly unknown[] | undefined {
  const document = answerDocument(answer)
  const found = document.isJson ? document.json(path ?? '') : undefined
  return Array.isArray(found) ? found : undefined
}

const refusals: ReadonlySet<string> = new Set(['rejected', 'duplicate'])

function ofAll(outcome: Outcome, count: number): Outcome {
  // An ID, a link or a price of all would be one of none.
  const { api_lead_id: _, link: __, price: ___, broker_status: ____, ...rest } = outcome
  if (rest.outcome === 'success') return { ...rest, ...unknownAnswer }
  if (count < 2 || !refusals.has(rest.outcome)) return rest
  return { ...rest, outcome: 'retry', failure_status: batchRefused, doubt: 'arrived' }
}

/** The row of each lead; undefined where there is not exactly one. */
function rowsOf(
  { batch_match: by, batch_match_path: path }: Batch,
  rows: readonly unknown[],
  leads: readonly Offered[],
): unknown[] {
  if (by === 'place') {
    return leads.map((_, at) => (rows.length === leads.length ? rows[at] : undefined))
  }
  const names = leads.map(({ key, email }, at) =>
    by === 'key' ? key : by === 'email' ? comparable(email) : String(at),
  )
  const rowsByName = groupBy(rows, (row) => {
    const name = textOfValue(readPath(row, path ?? ''))?.trim() ?? ''
    return by === 'email' ? comparable(name) : name
  })
  return names.map((name) => {
    // Two leads of one name cannot be told apart.
    const isAlone = name !== '' && names.filter((one) => one === name).length === 1
    const own = (isAlone && rowsByName.get(name)) || []
    return own.length === 1 ? own[0] : undefined
  })
}

const comparable = (email: string) => email.trim().toLowerCase()
