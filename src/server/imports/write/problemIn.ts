import { msg } from '../../../texts/serverMsg.ts'

/** Errors of the classes 22 and 23 are about a value; others are about the database. */
export function problemIn(error: unknown): { code: string; reason: string } | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^2[23]/.test(code) ? (reasonByCode[code] ?? refusedValue) : undefined
}

const reasonByCode: Readonly<Record<string, { code: string; reason: string }>> = {
  '23505': { code: 'duplicate', reason: msg('such_a_record_is_there_already') },
  '23503': { code: 'not_found', reason: msg('a_record_that_this_row_points_at_is_gone') },
  '23502': { code: 'missing', reason: msg('a_value_is_missing_that_every_record_must') },
}

const refusedValue = { code: 'refused', reason: msg('the_database_refuses_a_value_of_this') }
