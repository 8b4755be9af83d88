import type { FieldErrors } from '#schema'
import { refusalOfSubmitted, type Context, type Submitted } from '#server'

import { lead } from '../../leads/lead/lead.ts'

/** Checks of a lead that one after the other end at what they find: of its texts, its values and its source. */
const rounds = 3

/** What other leads and the black list have against a lead is told where nothing else is. */
const ofOthers: ReadonlySet<string> = new Set(['duplicate', 'duplicate_processing', 'black_list'])

export const isOfOthers = (code: string | undefined): boolean => ofOthers.has(code ?? '')

/** Without the contact that is wrong, a lead would have none at all. */
const isMissing = (name: string, errors: FieldErrors) => name === 'email' && 'phone' in errors

/**
 * Returns all that is wrong with a lead, by field: what was found, and what is found without the fields that are known to be
 * wrong. A partner should mend it once.
 */
export async function withOtherFaults(
  found: FieldErrors,
  submitted: Submitted,
  context: Context,
): Promise<FieldErrors> {
  let errors = found
  for (let round = 1; round < rounds; round += 1) {
    const isWrong = (name: string) => name in errors
    const texts = Object.fromEntries(
      Object.entries(submitted.texts).filter(([name]) => !isWrong(name)),
    )
    const refusal = await refusalOfSubmitted(lead, { ...submitted, texts }, context)
    if (!refusal?.errors || isOfOthers(refusal.code)) return errors
    const others = Object.entries(refusal.errors).filter(
      ([name]) => name !== '' && !isWrong(name) && !isMissing(name, errors),
    )
    if (others.length === 0) return errors
    errors = { ...errors, ...Object.fromEntries(others) }
  }
  return errors
}
