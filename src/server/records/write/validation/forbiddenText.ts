import { ValueError, type Fields } from '#schema'

import { partsOf } from '../../../database/parts.ts'
import type { Business } from '../../../kernel/backend.ts'
import { invalid } from '../../../kernel/errors.ts'
import type { Row } from '../../read/select.ts'

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

/** A text as it may be kept, by a database and by the business: file names, what came, rows that were refused. */
export const storable = ({ forbiddenText }: Rules, text: string): string =>
  (forbiddenText?.masked(text) ?? text).replaceAll(/[\0\p{Cs}]/gu, '')

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
