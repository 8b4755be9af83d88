import { isObject, refusedBy, ValueError, type Fields, type Resource } from '#schema'

import type { Backend, Business, Context } from '../../kernel/backend.ts'
import { partsOf } from '../../database/parts.ts'
import { invalid, type RequestError } from '../../kernel/errors.ts'
import { fingerprints } from '../../kernel/secrets/secrets.ts'
import { differences } from '../../audit/audit.ts'
import { checkedAnswer } from './validation/validateWrite.ts'
import { type Stored } from '../read/record.ts'
import { pick, type Row } from '../read/select.ts'
import { msg } from '../../../texts/serverMsg.ts'

/** The texts that were given otherwise than they are kept; null for none. */
export function rawOf(given: unknown, values: Row, { business }: Backend): Row | null {
  const texts = Object.entries(Object(given)).filter(
    ([name, text]) => typeof text === 'string' && text !== '' && text !== values[name],
  )
  if (texts.length === 0) return null
  return Object.fromEntries(texts.map(([name, text]) => [name, storable(business, String(text))]))
}

/** What a client gave, with what the behavior has a new record begin with. */
export async function withDefaults(
  { name }: Resource,
  body: unknown,
  context: Context,
): Promise<unknown> {
  const behavior = context.backend.business.behaviors[name]
  if (!behavior?.defaults) return body
  return { ...(await behavior.defaults(context)), ...asObject(body) }
}

export const answerOf = (
  { config: { isDevelopment } }: Backend,
  resource: Resource,
  name: string,
  given: Row,
  answer: unknown,
): Row => checkedAnswer({ resource, name, given, isDevelopment }, answer)

/** Throws 422 for what the checks of the resource have against the values, those of the record before among them. */
function assertTogether(
  resource: Resource,
  values: Row,
  previous: Stored | undefined,
  refused?: ReadonlySet<string>,
): void {
  if (!resource.checks && !partsOf(resource.fields).isNeededAtTimes) return
  const isGiven = (name: string) =>
    !previous || Object.keys(differences(resource, pick(values, [name]), previous)).length > 0
  const isKnown = (name: string) => !refused?.has(name)
  const errors = refusedBy(resource, { ...previous, ...values }, { isGiven, isKnown })
  if (errors) throw invalid(errors)
}

/** The business's own normal form, and the checks of the declaration, with their refusals as field errors. */
export function prepare(
  backend: Backend,
  resource: Resource,
  values: Row,
  previous: Stored | undefined,
  refused?: ReadonlySet<string>,
): Row {
  try {
    const hook = backend.business.behaviors[resource.name]?.prepare
    const prepared = hook
      ? answerOf(
          backend,
          resource,
          'prepare',
          values,
          hook(values, previous as never, refused, fingerprints(backend)),
        )
      : values
    refuseForbidden(backend.business, prepared, resource.fields)
    assertTogether(resource, prepared, previous, refused)
    return prepared
  } catch (error) {
    throw error instanceof ValueError ? refusalOf(error) : error
  }
}

function refusalOf(error: ValueError): RequestError {
  const all = [error, ...error.more]
  const errors = Object.fromEntries(all.map(({ field, message }) => [field, [message]]))
  return invalid(errors, all.length > 1 ? undefined : error.text, error.code)
}

/** No resource has as many fields. */
const maxKeys = 1_000

/** What a client gave as a record. Throws 422 for what is none, or has more keys than any. */
export function asObject(body: unknown): Row {
  if (!isObject(body)) throw invalid({}, msg('send_one_record_as_a_json_object'))
  if (Object.keys(body).length > maxKeys) {
    throw invalid({}, `A record takes at most ${maxKeys} fields.`)
  }
  return body
}

type Rules = Pick<Business, 'forbiddenText'>

/** Refuses values of a record of which a text holds what none may. Throws ValueError, naming the field. */
export function refuseForbidden(rules: Rules, values: Row, fields: Fields): void {
  const name = forbiddenIn(rules, freeTexts(values, fields))
  if (name === undefined || !rules.forbiddenText) return
  throw new ValueError(rules.forbiddenText.code, rules.forbiddenText.message, name)
}

/** The same of values that become no record: all of them, or those of fields. Throws 422 under the name of the value. */
export function assertStorable(rules: Rules, values: Row, fields?: Fields): void {
  const name = forbiddenIn(rules, fields ? freeTexts(values, fields) : values)
  if (name !== undefined) throw invalid({ [name]: [rules.forbiddenText?.message ?? ''] })
}

/** A text as it may be kept: file names, rows that were refused. */
export const storable = ({ forbiddenText }: Rules, text: string): string =>
  forbiddenText?.masked(text) ?? text

const forbiddenIn = ({ forbiddenText }: Rules, values: Row): string | undefined =>
  forbiddenText &&
  Object.keys(values).find((name) => textsIn(values[name]).some(forbiddenText.isIn))

function freeTexts(values: Row, fields: Fields): Row {
  const { freeTexts: names } = partsOf(fields)
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)))
}

const isListOfNumbers = /^\d+(?:,\d+)+$/

/** Every text in a value, also within JSON; a list of ids is none. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  const texts: string[] = []
  const open: unknown[] = [value]
  while (open.length > 0) {
    const one = open.pop()
    if (typeof one === 'string') {
      if (!isListOfNumbers.test(one)) texts.push(one)
    } else if (typeof one === 'object' && one !== null) {
      for (const [key, inner] of Object.entries(one)) open.push(key, inner)
    }
  }
  return texts
}
