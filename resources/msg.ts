import { createMsg } from '#schema'

import messages from './translations/en/messages.json'

/** Writes a message of the declarations, which the browser says too. */
export const msg = createMsg(messages)
