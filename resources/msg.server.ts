import { createMsg } from '#schema'

import messages from './translations/en/messages.json' with { type: 'json' }
import server from './translations/en/server.json' with { type: 'json' }

/** Writes a message that only the server says. */
export const msg = createMsg({ ...messages, ...server })
