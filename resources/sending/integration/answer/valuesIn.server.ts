import { plainText } from '#schema'

import { firstText, type AnswerDocument } from './answerDocument.ts'
import type { Rule } from './matchRules.server.ts'
import type { Outcome } from './outcome.ts'
import { storedStatus } from './storedStatus.server.ts'
import { withoutContacts } from './withoutContacts.ts'
import { hiddenLink, withoutLinks } from './withoutLinks.ts'
import type { Integration } from '../integration.ts'

export type Reading = Pick<
  Integration,
  | 'rules'
  | 'status_is_success'
  | 'safe_to_repeat'
  | 'id_paths'
  | 'link_paths'
  | 'status_paths'
  | 'message_paths'
  | 'price_paths'
>

export function extracted(
  integration: Reading,
  document: AnswerDocument,
  rule: Rule | undefined,
  outcome: Outcome['outcome'],
): Partial<Outcome> {
  const reason = firstText(document, rule?.first.reason_path ? [rule.first.reason_path] : null)
  const found = reason ?? firstText(document, integration.message_paths)
  const message = withoutLinks(found ?? rule?.first.reason ?? '')
  const link = outcome === 'success' ? linkIn(document, integration.link_paths) : undefined
  const cut = (paths: readonly string[] | null, maxCharacters: number) =>
    plainText(firstText(document, paths)?.slice(0, maxCharacters) ?? '')
  return present({
    message: message === hiddenLink ? undefined : storedMessage(message),
    api_lead_id: cut(integration.id_paths, 190),
    broker_status: storedStatus(cut(integration.status_paths, 190)),
    price: cut(integration.price_paths, 40),
    link,
  })
}

const storedMessage = (text: string) => plainText(withoutContacts(text).slice(0, 500))

/** The first path that holds an address; anything else is no link. */
function linkIn(document: AnswerDocument, paths: readonly string[] | null): string | undefined {
  const links = (paths ?? []).map((path) => plainText(firstText(document, [path]) ?? ''))
  return links.find(
    (link) => link.length <= 4_000 && /^https?:\/\/[^\s<>"]+$/i.test(link) && URL.canParse(link),
  )
}

const present = (values: Readonly<Record<string, string | undefined>>): Partial<Outcome> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value))
