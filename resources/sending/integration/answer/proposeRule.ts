import { ruleRow, type RuleRow } from '../fields/rows.ts'
import { answerDocument, type AnswerDocument, type ReceivedAnswer } from './answerDocument.ts'
import { meaningOf } from './statusTable.ts'

/** As brokers write a name: of `code` also `Code` and `CODE`. */
const spellings = (...names: string[]) =>
  names.flatMap((name) => [
    name,
    `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    name.toUpperCase(),
  ])

const verdicts = spellings('success', 'status', 'ok', 'result', 'isSuccess', 'code', 'response')
const reasons = spellings('message', 'error', 'reason', 'msg', 'description', 'desc')

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
  const byVerdict = verdict && ruleRow({ ...at(verdict), ...testOf(valueOf(verdict)), ...more })
  const byStatus = ruleRow({ look_at: 'status', value: String(status), ...more })
  const first = byVerdict || byStatus
  // A “no” alone does not tell a duplicate from a full desk.
  if (reason && outcome !== 'success') {
    return [first, ruleRow({ and: true, ...at(reason), ...testOf(valueOf(reason), numbers) })]
  }
  if (byVerdict) return [first]
  const text = (steadyPart(body, numbers) || steadyPart(body)).slice(0, 60)
  if (text === '') return [byStatus]
  return [byStatus, ruleRow({ and: true, look_at: 'body', test: 'contains', value: text })]
}

/** What an answer says under its names, and where a rule looks for it. */
function membersOf({ isXml, xml, json }: AnswerDocument) {
  const { path, members } = tellingObject(isXml ? {} : json(''))
  return {
    at: (name: string): Pick<RuleRow, 'look_at' | 'path'> =>
      isXml ? { look_at: 'xml', path: `//${name}` } : { look_at: 'json', path: inside(path, name) },
    valueOf: (name: string): unknown => (isXml ? xml(`//${name}`) : members.get(name)),
  }
}

type Members = ReadonlyMap<string, unknown>

/** The members of the outermost object that says what came of the call, and its path; none where there is no such object. */
function tellingObject(root: unknown): { readonly path: string; readonly members: Members } {
  const objects = [{ path: '', value: root }]
  for (const { path, value } of objects) {
    const members: Members = new Map(Object.entries(Object(value)))
    if ([...verdicts, ...reasons].some((name) => isPlain(members.get(name)))) {
      return { path, members }
    }
    for (const [name, inner] of members) {
      const isLookedInto = /^[\w-]{1,40}$/.test(name) && path.length < 140 && objects.length < 100
      if (isLookedInto && typeof inner === 'object' && inner !== null) {
        objects.push({ path: inside(path, name), value: inner })
      }
    }
  }
  return { path: '', members: new Map() }
}

const inside = (path: string, name: string) => (path === '' ? name : `${path}.${name}`)

const isPlain = (value: unknown): boolean =>
  typeof value === 'string'
    ? steadyPart(value) !== ''
    : typeof value === 'number' || typeof value === 'boolean'

/** IDs and moments: those of the next answer are others. */
const numbers = /\d[\d.:-]+/

/**
 * The longest part of a text on one line that hides nothing and holds no signs that are not kept: the rest would not be found
 * again, nor what is `passing`.
 */
const steadyPart = (text: string, passing = /(?!)/): string =>
  text
    .split(/•+(?:@•+)?|\s{2,}|[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]+/u)
    .flatMap((line) => line.split(passing))
    .map((part) => part.trim())
    .reduce((longest, part) => (part.length > longest.length ? part : longest), '')

function testOf(value: unknown, passing?: RegExp): Partial<RuleRow> {
  if (value === true || value === false) return { test: value ? 'true' : 'false' }
  const text = String(value).trim()
  const part = ((passing && steadyPart(text, passing)) || steadyPart(text)).slice(0, 300)
  return { test: part === text ? 'equals' : 'contains', value: part }
}

/** That of the table, where it says one; a 500 may follow a lead that was taken. */
function outcomeOf(status: number, verdict: unknown): RuleRow['outcome'] {
  const { outcome } = meaningOf(status, false)
  if (outcome !== 'unknown' && outcome !== 'failed') return outcome
  if (verdict === true || /^(?:ok|success|true|1)$/i.test(String(verdict))) return 'success'
  return verdict === false && status !== 500 ? 'rejected' : 'unknown'
}
