import { msg } from '../../../texts/serverMsg.ts'

/** Errors of the classes 22 and 23 are about a value; others are about the database. */
export function problemIn(error: unknown): { code: string; reason: string } | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^2[23]/.test(code) ? (reasonByCode[code] ?? refusedValue) : undefined
}

const reasonByCode: Readonly<Record<string, { code: string; reason: string }>> = {
  '23505': { code: 'duplicate', reason: msg('such_a_record_is_there_already') },
  '23503': { code: 'not_found', reason: 'A record that this row points at is gone' },
  '23502': { code: 'missing', reason: 'A value is missing that every record must have' },
}

const refusedValue = { code: 'refused', reason: msg('the_database_refuses_a_value_of_this') }
