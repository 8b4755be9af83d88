import type { OutboundAnswer } from '#server'

import type { CallSecrets } from '../request/auth.server.ts'
import { encodeText } from '../request/encodeText.ts'
import { hiddenText } from '../request/resolveValue.server.ts'

/** A shorter text may be a word that means something else. */
const shortest = 8

/**
 * Returns an answer as it may be kept: a broker may repeat the secrets of the call, as in “the key … is wrong”. It is the very answer where
 * it repeats none. What an answer means is read before, for a secret may be a name in it.
 */
export function withoutSecrets(
  answer: OutboundAnswer,
  { secret, headers, token }: CallSecrets,
): OutboundAnswer {
  if (answer.kind === 'fault') return answer
  const known = [secret, token, ...Object.values(headers)].flatMap((one) =>
    one && one.length >= shortest ? [one, JSON.stringify(one).slice(1, -1), encodeText(one)] : [],
  )
  const texts = [answer.body, ...Object.values(answer.headers)]
  if (!known.some((one) => texts.some((text) => text.includes(one)))) return answer
  // One secret may hold another.
  const longestFirst = known.toSorted((one, other) => other.length - one.length)
  const hide = (text: string) =>
    longestFirst.reduce((left, one) => left.replaceAll(one, hiddenText), text)
  const kept = Object.entries(answer.headers).map(([name, value]) => [name, hide(value)])
  return { ...answer, body: hide(answer.body), headers: Object.fromEntries(kept) }
}
