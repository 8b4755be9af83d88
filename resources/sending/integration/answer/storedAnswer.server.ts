import { plainText } from '#schema'

import { cardNumber } from '../../../cardNumber.server.ts'

/** Most characters of an answer that an attempt keeps. */
const maxCharacters = 65_536

/** The body of an answer as an attempt keeps it: brokers write what they like. */
export const storedAnswer = (body: string): string =>
  cardNumber.masked(plainText(body.slice(0, maxCharacters)))
