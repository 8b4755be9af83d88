import { plainText } from '#schema'

import { readPath, textOfValue } from '../../integration/answer/readPath.ts'
import type { Integration } from '../../integration/integration.ts'
import { readMoment } from '../readMoment.ts'

/** What a broker says of one lead. */
export interface PulledRow {
  /** The id of the lead with us, where it is known. */
  readonly lead?: number | null
  /** Whatever may be its id there, or our key. */
  readonly ids: readonly string[]
  readonly email: string | null
  readonly phone: string | null
  readonly status: string | null
  readonly status_at: string | null
  readonly is_ftd: boolean
  readonly ftd_at: string | null
  readonly amount: number | null
  readonly currency: string | null
  /** What is added in words. */
  readonly comment?: string
}

/** How rows are read. */
export type RowReading = Pick<
  Integration,
  | 'pull_id_paths'
  | 'pull_email_paths'
  | 'pull_phone_paths'
  | 'pull_status_paths'
  | 'pull_status_at_paths'
  | 'ftd_paths'
  | 'ftd_values'
  | 'ftd_statuses'
  | 'ftd_at_paths'
  | 'ftd_amount_paths'
  | 'ftd_currency_paths'
  | 'pull_date_format'
  | 'pull_timezone'
>

export function readRow(row: unknown, reading: RowReading): PulledRow {
  const all = (paths: readonly string[] | null) =>
    (paths ?? []).flatMap((path) => {
      const text = storedText(textOfValue(readPath(row, path)) ?? '')
      return text ? [text] : []
    })
  const first = (paths: readonly string[] | null) => all(paths)[0] ?? null
  const moment = (paths: readonly string[] | null) =>
    readMoment(first(paths), reading.pull_date_format, reading.pull_timezone)
  const status = first(reading.pull_status_paths)
  return {
    ids: all(reading.pull_id_paths),
    email: first(reading.pull_email_paths)?.toLowerCase() ?? null,
    phone: first(reading.pull_phone_paths),
    status,
    status_at: moment(reading.pull_status_at_paths),
    is_ftd:
      all(reading.ftd_paths).some((said) => isDeposit(said, reading.ftd_values)) ||
      isOneOf(status ?? '', reading.ftd_statuses),
    ftd_at: moment(reading.ftd_at_paths),
    amount: amountOf(first(reading.ftd_amount_paths)),
    currency: currencyOf(first(reading.ftd_currency_paths)),
  }
}

/** Most characters of what a broker says of one thing. */
const maxCharacters = 190

/** What is kept of a broker's words. */
export const storedText = (text: string): string =>
  plainText(text.trim().slice(0, maxCharacters)).trim()

/** What tells of a deposit: one of the values, or else a yes in so many words, which no date, amount or `false` is (product.md 9.2). */
export const isDeposit = (said: string, values: readonly string[] | null): boolean =>
  values?.length ? isOneOf(said, values) : /^(?:true|1|yes)$/i.test(said.trim())

const isOneOf = (said: string, values: readonly string[] | null): boolean =>
  (values ?? []).some((one) => one.trim().toLowerCase() === said.trim().toLowerCase())

export const currencyOf = (text: string | null): string | null =>
  /^[A-Za-z]{3}$/.exec(text ?? '')?.[0].toUpperCase() ?? null

const largest = 10 ** 10

export function amountOf(text: string | null): number | null {
  const amount = Number(text && withPoint(text.replace(/\s/g, '')))
  return text && amount > 0 && amount < largest ? Math.round(amount * 100) / 100 : null
}

/** A comma before three digits parts thousands, as does a point that a comma follows; other commas are points. */
function withPoint(text: string): string {
  if (/^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/.test(text)) return text.replaceAll(',', '')
  const isTurned = /^[1-9]\d{0,2}(?:\.\d{3})+,\d*$/.test(text)
  return (isTurned ? text.replaceAll('.', '') : text).replace(',', '.')
}
