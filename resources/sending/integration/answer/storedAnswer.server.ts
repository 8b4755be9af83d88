import { plainText } from '#schema'

import { cardNumber } from '../../../cardNumber.server.ts'
import { withoutLinks } from './withoutLinks.ts'

/** Most characters of an answer that an attempt keeps. */
const maxCharacters = 65_536

/** The body of an answer as an attempt keeps it, without links: brokers write what they like. */
export const storedAnswer = (body: string): string =>
  cardNumber.masked(plainText(withoutLinks(body.slice(0, maxCharacters))))
