import { plainText } from '#schema'
import type { OutboundAnswer } from '#server'

import { msg } from '../../../msg.server.ts'
import { answerDocument, firstText } from '../answer/answerDocument.ts'
import { withoutContacts } from '../answer/withoutContacts.ts'
import { withoutLinks } from '../answer/withoutLinks.ts'
import type { Integration } from '../integration.ts'

/** Enough for the words of a broker; with its key a message fits where it is kept. */
const maxCharacters = 200

/** Returns why a login brought no token, as a message: that the lead's own call was not made is in it. */
export function loginProblem(answer: OutboundAnswer, integration: Integration): string {
  const detail = answer.kind === 'fault' ? answer.message : answered(answer, integration)
  const words = withoutContacts(withoutLinks(detail)).slice(0, maxCharacters)
  return msg('the_sign_in_has_failed', { detail: plainText(words) })
}

function answered(
  answer: Extract<OutboundAnswer, { kind: 'answer' }>,
  { message_paths }: Integration,
): string {
  const told = firstText(answerDocument(answer), [...(message_paths ?? []), ...spokenAt])
  return [`HTTP ${answer.status}`, ...(told ? [told] : [])].join(': ')
}

/** Where brokers and token services say what is wrong. */
export const spokenAt = ['message', 'error_description', 'error']
