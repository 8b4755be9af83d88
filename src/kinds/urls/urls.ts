import * as z from 'zod/mini'

import { textsKind } from '../parts/texts.ts'
import { cleanLine } from '../take.ts'
import { isWebAddress, maxLength, message } from '../url/url.ts'

/** A list of web addresses. At most 50. */
export const urlsKind = textsKind({
  name: 'urls',
  // Commas and semicolons may stand in an address; at its end they only part it from the next.
  entry: z.string(message).check(
    z.trim(),
    z.overwrite((text) => text.replace(/[,;]{1,9}$/, '')),
    z.refine(isWebAddress, message),
  ),
  max: 50,
  longest: 50 * maxLength,
  operand: cleanLine,
})
