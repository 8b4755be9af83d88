import { isObject, plainText, type FieldErrors } from '#schema'

import { cardNumber } from '../../cardNumber.server.ts'
import { msg } from '../../msg.server.ts'
import { amountOf, type PulledRow } from '../../sending/sync/pull/pulledRow.ts'
import { readMoment } from '../../sending/sync/readMoment.ts'

/** By what a row names its send: our id of the lead, our id or key of the send, or the broker's own id. */
const rowNames = ['id', 'send_id', 'api_lead_id'] as const

/** What a row may say (product.md 8.2), with the most characters of each. */
export const rowFields = {
  id: 15,
  send_id: 80,
  api_lead_id: 190,
  status: 190,
  status_at: 40,
  ftd: 5,
  ftd_at: 40,
  amount: 20,
  currency: 3,
  comment: 2_000,
} as const

export type RowField = keyof typeof rowFields

export interface StatusRow {
  readonly name: (typeof rowNames)[number]
  readonly value: string
  readonly row: PulledRow
}

/** A row that cannot be read, and why by its fields. */
export interface BadRow {
  readonly errors: FieldErrors
}

/** Reads one row of a broker, or says by field what is wrong with it. */
export function readStatusRow(given: unknown): StatusRow | BadRow {
  if (!isObject(given)) return { errors: { '': [msg('partner_no_object_of_status')] } }
  const entries = Object.entries(given).filter(([, value]) => value !== null && value !== '')
  const unknown = entries.flatMap(([name]) => (Object.hasOwn(rowFields, name) ? [] : [name]))
  if (unknown.length > 0) {
    const named = unknown.slice(0, 20).map((name) => [name, [msg('partner_unknown_field')]])
    return { errors: Object.fromEntries(named) }
  }
  const texts = new Map(entries.map(([name, value]) => [name, textOf(value)]))
  const cell = (name: RowField) => texts.get(name) || null
  const moment = (name: RowField) => readMoment(cell(name), null, 'UTC')
  const amount = amountOf(cell('amount'))
  const errors = Object.fromEntries(
    entries.flatMap(([name]): [string, string[]][] => {
      const field = name as RowField
      const text = cell(field)
      if (text === null) return [[name, [msg('partner_no_text')]]]
      const problem = problemOf(field, text, { moment, amount })
      return problem ? [[name, [problem]]] : []
    }),
  )
  if (Object.keys(errors).length > 0) return { errors }
  const names = rowNames.filter((one) => cell(one) !== null)
  const [name] = names
  if (!name || names.length > 1) return { errors: { id: [msg('partner_name_one_lead')] } }
  const status = cell('status')
  if (status === null) return { errors: { status: [msg('fill_in_this_field')] } }
  const value = cell(name) ?? ''
  return {
    name,
    value,
    row: {
      ids: name === 'api_lead_id' ? [value] : [],
      email: null,
      phone: null,
      status,
      status_at: moment('status_at'),
      is_ftd: cell('ftd') === 'true',
      ftd_at: moment('ftd_at'),
      amount,
      currency: cell('currency')?.toUpperCase() ?? null,
      comment: cardNumber.masked(cell('comment') ?? ''),
    },
  }
}

/** Nothing for what is neither a text, a number nor true or false. */
function textOf(value: unknown): string {
  const isPlain =
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  return isPlain ? plainText(String(value)).trim() : ''
}

interface Read {
  moment(name: RowField): string | null
  readonly amount: number | null
}

function problemOf(name: RowField, text: string, { moment, amount }: Read): string | undefined {
  if (text.length > rowFields[name]) return msg('partner_too_long', { max: rowFields[name] })
  switch (name) {
    case 'id':
      return /^\d+$/.test(text) ? undefined : msg('partner_no_number')
    case 'ftd':
      return text === 'true' || text === 'false' ? undefined : msg('partner_no_boolean')
    case 'status_at':
    case 'ftd_at':
      return moment(name) === null ? msg('partner_no_moment') : undefined
    case 'amount':
      return amount === null ? msg('partner_no_number') : undefined
    case 'currency':
      return /^[A-Za-z]{3}$/.test(text) ? undefined : msg('enter_a_code_of_iso_4217_like')
    default:
      return undefined
  }
}
