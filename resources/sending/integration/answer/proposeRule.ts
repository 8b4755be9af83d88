import { ruleRow, type RuleRow } from '../fields/rows.ts'
import { answerDocument, type ReceivedAnswer } from './answerDocument.ts'
import { meaningOf } from './statusTable.ts'

const verdicts = ['success', 'status', 'ok', 'result', 'isSuccess', 'code']
const reasons = ['message', 'error', 'reason', 'msg', 'description']

/** Rows of a rule that would match this answer, as far as one can tell; a person chooses what it means. */
export function proposeRule(answer: ReceivedAnswer): RuleRow[] {
  const { status, body } = answer
  const tree = new Map(Object.entries(Object(answerDocument(answer).json(''))))
  const member = (names: readonly string[]) =>
    names.find((name) => ['string', 'number', 'boolean'].includes(typeof tree.get(name)))
  const verdict = member(verdicts)
  const reason = member(reasons)
  const outcome = outcomeOf(status, verdict === undefined ? undefined : tree.get(verdict))
  const more = { outcome, ...(reason && outcome !== 'success' && { reason_path: reason }) }
  if (verdict !== undefined)
    return [ruleRow({ path: verdict, ...testOf(tree.get(verdict)), ...more })]
  const byStatus = ruleRow({ look_at: 'status', value: String(status), ...more })
  if (reason !== undefined) {
    return [
      byStatus,
      ruleRow({ and: true, path: reason, value: String(tree.get(reason)).slice(0, 300) }),
    ]
  }
  const text = body.replace(/\s+/g, ' ').trim().slice(0, 60)
  if (text === '') return [byStatus]
  return [byStatus, ruleRow({ and: true, look_at: 'body', test: 'contains', value: text })]
}

function testOf(value: unknown): Partial<RuleRow> {
  if (value === true || value === false) return { test: value ? 'true' : 'false' }
  return { test: 'equals', value: String(value).slice(0, 300) }
}

/** That of the table, where it says one; a 500 may follow a lead that was taken. */
function outcomeOf(status: number, verdict: unknown): RuleRow['outcome'] {
  const { outcome } = meaningOf(status, false)
  if (outcome !== 'unknown' && outcome !== 'failed') return outcome
  if (verdict === true || /^(?:ok|success|true|1)$/i.test(String(verdict))) return 'success'
  return verdict === false && status !== 500 ? 'rejected' : 'unknown'
}
