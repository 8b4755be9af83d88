import { plainText } from '#schema'
import type { OutboundAnswer } from '#server'

import { readPath, textOfValue } from '../integration/answer/readPath.ts'
import { withoutContacts } from '../integration/answer/withoutContacts.ts'
import type { Integration } from '../integration/integration.ts'

/** One page of an answer, or why there is none: an error is never a page without rows (product.md 9.2). */
export type PulledPage =
  | { readonly rows: readonly unknown[]; readonly document: unknown }
  | { readonly problem: string }

export function readPage(
  answer: OutboundAnswer,
  rowsPath: Integration['pull_rows_path'],
): PulledPage {
  if (answer.kind === 'fault') {
    return { problem: storedMessage(`${answer.fault}: ${answer.message}`) }
  }
  const { status, isTruncated } = answer
  if (status < 200 || status > 299) return { problem: `HTTP ${status}` }
  if (isTruncated)
    return { problem: 'The answer is larger than what is read: ask for fewer rows a page' }
  const document = parse(answer.body)
  if (document === undefined) return { problem: 'The answer is not JSON' }
  const refusal = refusalIn(document)
  if (refusal) return { problem: refusal }
  const rows = rowsPath ? readPath(document, rowsPath) : document
  if (Array.isArray(rows)) return { rows, document }
  return { problem: `There is no list of rows${rowsPath ? ` at “${rowsPath}”` : ''}` }
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body.replace(/^\ufeff/, ''))
  } catch {
    return undefined
  }
}

/** What says itself that it failed, whatever list stands beside it. */
function refusalIn(document: unknown): string | undefined {
  const error = textOfValue(readPath(document, 'error') ?? readPath(document, 'errors.0'))
  const hasError = error !== undefined && !noErrors.has(error.trim().toLowerCase())
  if (!hasError && !verdicts.some((name) => isFailure(readPath(document, name)))) return undefined
  const message = textOfValue(readPath(document, 'message')) ?? error ?? 'an error'
  return storedMessage(`The broker says: ${message}`)
}

const verdicts = ['status', 'success', 'ok', 'code', 'result']
const noErrors: ReadonlySet<string> = new Set(['', 'false', '0', 'none', 'ok', '[]', '{}'])
const failures: ReadonlySet<string> = new Set(
  'false no error fail failed failure denied forbidden unauthorized'.split(' '),
)

/** A word for what went wrong, or a status of HTTP that is one: many send it with 200. */
function isFailure(said: unknown): boolean {
  const text = typeof said === 'object' ? '' : String(said).trim().toLowerCase()
  return failures.has(text) || /^[45]\d\d$/.test(text)
}

const storedMessage = (text: string) => plainText(withoutContacts(text).slice(0, 300))
