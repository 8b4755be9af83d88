import { plainText } from '#schema'
import type { OutboundAnswer } from '#server'

import { msg } from '../../../msg.server.ts'
import { withoutContacts } from './withoutContacts.ts'

type Fault = Pick<Extract<OutboundAnswer, { kind: 'fault' }>, 'fault' | 'message'>

/** Enough for the words of a connection; with its key a message fits where it is kept. */
const maxCharacters = 200

/** Returns why no answer came, as a message, with what the connection said. */
export const faultWords = ({ fault, message }: Fault): string =>
  msg(`fault_${fault}`, { detail: plainText(withoutContacts(message).slice(0, maxCharacters)) })
