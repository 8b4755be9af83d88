import { msg } from '../../../msg.server.ts'
import { rulesOf } from '../answer/matchRules.server.ts'
import type { Integration } from '../integration.ts'
import { variablesIn } from '../request/template.ts'

/** A word to the person who made the rules; nothing is refused for it (product.md 7.3). */
export interface Warning {
  readonly place: string
  readonly message: string
}

/** Such a word stands within others too, as “valid” does in “invalid”. */
const shortWord = /^[\p{L}\p{M}\p{N}_ -]{1,12}$/u

/** Where the templates call: nobody answers there. */
const inventedOrigin = 'https://broker.example.com/'

/** What stands in templates for the goal that is a deposit: each broker has its own, without which none is told. */
const inventedGoal = 'UUID-OF-THE-GOAL'

/**
 * What is allowed and often wrong: the address or the goal of a template, short patterns without ends, no rule for duplicates, no place of the id, answers that are told
 * apart by their order, statuses of which no row will be known or no other page comes.
 */
export function lintIntegration(read: Partial<Integration>): Warning[] {
  const { rules = [], id_paths, pull_mode, batch_size, batch_match } = read
  const successes = new Set(
    rulesOf(rules).flatMap(({ first, conditions }) =>
      first.outcome === 'success' ? conditions : [],
    ),
  )
  const loose = rules.flatMap((row, at) =>
    row.test === 'regex' && isLoose(row.value ?? '', successes.has(row))
      ? [
          {
            place: `rules.${at}.value`,
            message: msg('this_pattern_matches_within_words', { pattern: row.value ?? '' }),
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
    ...(pull_mode && pull_mode !== 'off' && read.pull_url ? lintPull(read) : []),
  ]
}

/** Parts of words are looked for on purpose too; where they mean success, each of several is as short as a single one. */
const isLoose = (pattern: string, isSuccess: boolean): boolean =>
  isSuccess
    ? pattern
        .replace(/^\(([^()]*)\)$/, '$1')
        .split('|')
        .some((one) => shortWord.test(one))
    : shortWord.test(pattern)

function lintPull(read: Partial<Integration>): Warning[] {
  const { pull_mode, pull_paging, pull_page_path, pull_url, pull_body } = read
  const asked = new Set(variablesIn(`${pull_url} ${pull_body ?? ''}`))
  const isKnown = [read.pull_id_paths, read.pull_email_paths, read.pull_phone_paths].some(
    (paths) => paths?.length,
  )
  const isSame =
    (pull_paging === 'page' || pull_paging === 'skip') && !asked.has('page') && !asked.has('skip')
  const withGoal = (['pull_url', 'pull_body', 'ftd_values'] as const).filter((name) =>
    String(read[name]).includes(inventedGoal),
  )
  return [
    ...withGoal.map((place) => ({ place, message: msg('enter_the_goal_that_is_a_deposit') })),
    ...(pull_mode === 'ids' && !asked.has('ids')
      ? [{ place: 'pull_url', message: msg('write_the_ids_in_the_call') }]
      : []),
    ...(isSame ? [{ place: 'pull_url', message: msg('each_page_asks_the_same') }] : []),
    ...(pull_paging === 'next' && !pull_page_path
      ? [
          {
            place: 'pull_page_path',
            message: msg('without_its_place_the_first_page_is_read_alone'),
          },
        ]
      : []),
    ...(isKnown ? [] : [{ place: 'pull_id_paths', message: msg('no_row_will_be_known') }]),
  ]
}
