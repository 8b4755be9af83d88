import { ruleRow, type RuleRow } from '../fields/rows.ts'
import { answerDocument, type AnswerDocument, type ReceivedAnswer } from './answerDocument.ts'
import { meaningOf } from './statusTable.ts'

const verdicts = ['success', 'status', 'ok', 'result', 'isSuccess', 'code']
const reasons = ['message', 'error', 'reason', 'msg', 'description']

/** Rows of a rule that would match this answer, whose contacts and links may be hidden; a person chooses what it means. */
export function proposeRule(answer: ReceivedAnswer): RuleRow[] {
  const { status, body } = answer
  const { at, valueOf } = membersOf(answerDocument(answer))
  const member = (names: readonly string[]) => names.find((name) => isPlain(valueOf(name)))
  const verdict = member(verdicts)
  const reason = member(reasons)
  const outcome = outcomeOf(status, verdict && valueOf(verdict))
  const reasonPath = reason && outcome !== 'success' && { reason_path: at(reason).path }
  const more = { outcome, ...reasonPath }
  if (verdict) return [ruleRow({ ...at(verdict), ...testOf(valueOf(verdict)), ...more })]
  const byStatus = ruleRow({ look_at: 'status', value: String(status), ...more })
  if (reason) return [byStatus, ruleRow({ and: true, ...at(reason), ...testOf(valueOf(reason)) })]
  const text = steadyPart(body).slice(0, 60)
  if (text === '') return [byStatus]
  return [byStatus, ruleRow({ and: true, look_at: 'body', test: 'contains', value: text })]
}

/** What an answer says under its names, and where a rule looks for it. */
function membersOf({ isXml, xml, json }: AnswerDocument) {
  const tree = new Map(Object.entries(Object(isXml ? {} : json(''))))
  return {
    at: (name: string): Pick<RuleRow, 'look_at' | 'path'> =>
      isXml ? { look_at: 'xml', path: `//${name}` } : { look_at: 'json', path: name },
    valueOf: (name: string): unknown => (isXml ? xml(`//${name}`) : tree.get(name)),
  }
}

const isPlain = (value: unknown): boolean =>
  typeof value === 'string'
    ? steadyPart(value) !== ''
    : typeof value === 'number' || typeof value === 'boolean'

/** The longest part of a text on one line that hides nothing and holds no signs that are not kept: the rest would not be found again. */
const steadyPart = (text: string): string =>
  text
    .split(/•+(?:@•+)?|\s{2,}|[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]+/u)
    .map((part) => part.trim())
    .reduce((longest, part) => (part.length > longest.length ? part : longest), '')

function testOf(value: unknown): Partial<RuleRow> {
  if (value === true || value === false) return { test: value ? 'true' : 'false' }
  const text = String(value).trim()
  const part = steadyPart(text).slice(0, 300)
  return { test: part === text ? 'equals' : 'contains', value: part }
}

/** That of the table, where it says one; a 500 may follow a lead that was taken. */
function outcomeOf(status: number, verdict: unknown): RuleRow['outcome'] {
  const { outcome } = meaningOf(status, false)
  if (outcome !== 'unknown' && outcome !== 'failed') return outcome
  if (verdict === true || /^(?:ok|success|true|1)$/i.test(String(verdict))) return 'success'
  return verdict === false && status !== 500 ? 'rejected' : 'unknown'
}
