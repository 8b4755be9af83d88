import { createMsg } from '#schema'

import messages from './translations/en/messages.json'

/** Writes a message of the business in English. */
export const msg = createMsg(messages)
