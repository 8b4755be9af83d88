import { readMessage, renderMessage, shortenedMessage } from '#schema'

import { msg } from '../../msg.server.ts'

const maxLength = 2_000
const leadNumber = /: #\d+/g

/**
 * A reason as it is kept, in the language of whoever reads it: which lead has the same contact stands in `matched_lead`, for
 * those who may know.
 */
export function storedReason(reason: string): string {
  if (isOfLead(reason)) return msg('there_is_a_lead_with_it_already')
  const said = renderMessage(reason)
  return said.search(leadNumber) < 0
    ? shortenedMessage(reason, maxLength)
    : said.replaceAll(leadNumber, '').slice(0, maxLength)
}

const isOfLead = (reason: string): boolean =>
  readMessage(reason)?.message === readMessage(msg('there_is_a_lead_with_it'))?.message
