import { msg } from '../../../msg.ts'
import type { Integration } from '../integration.ts'

/** A word to the person who made the rules; nothing is refused for it (product.md 7.3). */
export interface Warning {
  readonly place: string
  readonly message: string
}

type Read = Pick<
  Partial<Integration>,
  'rules' | 'id_paths' | 'pull_mode' | 'batch_size' | 'batch_match' | 'url' | 'pull_url'
>

const shortWord = /^[\w -]{1,12}$/

/** Where the templates call: nobody answers there. */
const inventedOrigin = 'https://broker.example.com/'

/**
 * What is allowed and often wrong: the address of a template, short patterns without ends, no rule for duplicates, no place of the id, answers that are told
 * apart by their order.
 */
export function lintIntegration(read: Read): Warning[] {
  const { rules = [], id_paths, pull_mode, batch_size, batch_match } = read
  const loose = rules.flatMap(({ test, value }, at) =>
    test === 'regex' && shortWord.test(value ?? '')
      ? [
          {
            place: `rules.${at}.value`,
            message: msg('this_pattern_matches_within_words', { pattern: value ?? '' }),
          },
        ]
      : [],
  )
  const hasDuplicate = rules.some(({ outcome }) => outcome === 'duplicate')
  const byOrder = { place: 'batch_match', message: msg('the_order_alone_tells_answers_apart') }
  const invented = (['url', 'pull_url'] as const).filter(
    (name) => (name === 'url' || pull_mode !== 'off') && read[name]?.startsWith(inventedOrigin),
  )
  return [
    ...invented.map((place) => ({ place, message: msg('this_is_the_address_of_the_template') })),
    ...loose,
    ...(batch_size && batch_match === 'place' ? [byOrder] : []),
    ...(hasDuplicate ? [] : [{ place: 'rules', message: msg('no_rule_knows_a_duplicate') }]),
    ...(id_paths?.length
      ? []
      : [
          {
            place: 'id_paths',
            message:
              pull_mode === 'ids'
                ? msg('statuses_by_id_need_the_place_of_the_id')
                : msg('no_path_finds_the_id'),
          },
        ]),
  ]
}
