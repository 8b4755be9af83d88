import { plainText } from '#schema'
import type { OutboundAnswer } from '#server'

import { parseJson } from '../../../exactJson.ts'
import { msg } from '../../../msg.server.ts'
import { faultWords } from '../../integration/answer/faultWords.server.ts'
import { readAnswer } from '../../integration/answer/readAnswer.server.ts'
import { type Reading } from '../../integration/answer/valuesIn.server.ts'
import { readPath, textOfValue } from '../../integration/answer/readPath.ts'
import { withoutContacts } from '../../integration/answer/withoutContacts.ts'
import type { Integration } from '../../integration/integration.ts'

/** One page of an answer, or why there is none, as a message: an error is never a page without rows (product.md 9.2). */
export type PulledPage =
  | { readonly rows: readonly unknown[]; readonly document: unknown }
  | { readonly problem: string }

export function readPage(
  answer: OutboundAnswer,
  reading: Reading & Pick<Integration, 'pull_rows_path'>,
): PulledPage {
  if (answer.kind === 'fault') {
    return { problem: faultWords(answer) }
  }
  const { status, isTruncated } = answer
  if (status < 200 || status > 299) return { problem: `HTTP ${status}` }
  if (isTruncated) return { problem: msg('the_answer_is_too_large') }
  const document = parseJson(answer.body)
  if (document === undefined) return { problem: msg('the_answer_is_not_json') }
  const refusal = refusalIn(document)
  if (refusal) return { problem: refusal }
  const { pull_rows_path: rowsPath } = reading
  const rows = rowsPath ? readPath(document, rowsPath) : document
  if (Array.isArray(rows) && rows.length > 0) return { rows, document }
  // What the rules read as a refused sign-in brings no rows either.
  const { outcome, message } = readAnswer(reading, answer)
  if (outcome === 'auth') return { problem: saying(message) }
  if (Array.isArray(rows)) return { rows, document }
  return {
    problem: rowsPath
      ? msg('there_is_no_list_of_rows_at', { path: rowsPath })
      : msg('there_is_no_list_of_rows'),
  }
}

/** What says itself that it failed, whatever list stands beside it. */
function refusalIn(document: unknown): string | undefined {
  const error = textOfValue(readPath(document, 'error') ?? readPath(document, 'errors.0'))
  const hasError = error !== undefined && !noErrors.has(error.trim().toLowerCase())
  if (!hasError && !verdicts.some((name) => isFailure(readPath(document, name), name)))
    return undefined
  return saying(textOfValue(readPath(document, 'message')) ?? error)
}

const saying = (text: string | undefined) =>
  text ? msg('the_broker_says', { text: storedText(text) }) : msg('the_broker_says_it_failed')

const verdicts = ['status', 'success', 'ok', 'code', 'result']
/** Of which a zero is a no; as a code it often means that all is well. */
const yesOrNo: ReadonlySet<string> = new Set(['success', 'ok'])
const noErrors: ReadonlySet<string> = new Set(['', 'false', '0', 'none', 'ok', '[]', '{}'])
const failures: ReadonlySet<string> = new Set(
  'false no error fail failed failure denied forbidden unauthorized'.split(' '),
)

/** A word for what went wrong, or a status of HTTP that is one: many send it with 200. */
function isFailure(said: unknown, name: string): boolean {
  const text = typeof said === 'object' ? '' : String(said).trim().toLowerCase()
  const isZero = text === '0' && yesOrNo.has(name)
  return isZero || failures.has(text) || /^[45]\d\d$/.test(text)
}

const storedText = (text: string) => plainText(withoutContacts(text).slice(0, 300))
