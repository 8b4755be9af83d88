import { msg } from '../../../msg.server.ts'
import type { Integration } from '../integration.ts'
import { isWithinList } from '../request/batchBody.server.ts'
import { isTarget } from '../request/nested.ts'
import { variablesIn } from '../request/template.ts'
import type { Tell } from './checkMapping.server.ts'

/** What is the same for all leads of a call. */
const ofCall = new Set('department.branch_name broker.name now timestamp body'.split(' '))

/** What may not be said of a call that holds several leads, each at its place (product.md 7.1). */
export function checkBatch(values: Partial<Integration>, tell: Tell): void {
  if (!values.batch_size) return
  const { method, content_type, body_template, auth_type, auth_place, batch_path } = values
  if (content_type !== 'json' || method === 'GET') {
    tell('content_type', msg('several_leads_go_as_json_only'))
  }
  if (body_template) tell('body_template', msg('several_leads_are_built_from_the_mapping'))
  const isKeyInBody = auth_place === 'body' && /^(?:api_key|login_token)$/.test(auth_type ?? '')
  if (isKeyInBody && !batch_path) tell('batch_path', msg('the_key_stands_beside_the_list'))
  checkTexts(values, tell)
  checkRows(values, tell)
  if (values.batch_match !== 'place' && !values.batch_match_path) {
    tell('batch_match_path', msg('fill_in_this_field'))
  }
}

/** Address, headers and signature are of the call, and of no lead. */
function checkTexts({ url, headers, hmac_template }: Partial<Integration>, tell: Tell) {
  const texts: [place: string, text: string | null | undefined][] = [
    ['url', url],
    ['hmac_template', hmac_template],
    ...(headers ?? []).map(({ value }, at): [string, string] => [`headers.${at}.value`, value]),
  ]
  for (const [place, text] of texts) {
    const name = variablesIn(text ?? '').find((one) => !ofCall.has(one))
    if (name) tell(place, msg('this_is_not_the_same_for_all_leads', { name }))
  }
}

function checkRows(values: Partial<Integration>, tell: Tell): void {
  const { mapping = [], batch_path: place, batch_match, safe_to_repeat } = values
  const isOfLead = (target: string) => !place || isWithinList(target, place)
  if (place && (place.includes('[') || !isTarget(place))) {
    return tell('batch_path', msg('this_is_no_name_with_dots'))
  }
  if (!mapping.some(({ target }) => isOfLead(target))) {
    return tell('batch_path', msg('no_row_of_the_mapping_begins_with', { name: `${place}[].` }))
  }
  for (const [at, { target, kind }] of mapping.entries()) {
    if (kind !== 'constant' && !isOfLead(target)) {
      tell(`mapping.${at}.target`, msg('beside_the_list_stand_constants_only'))
    }
  }
  const has = (name: string) =>
    mapping.some(
      ({ target, kind, value }) =>
        isOfLead(target) &&
        ((kind === 'generated' && name === 'send.key' && value === 'key') ||
          (kind === 'field' && value === name)),
    )
  if (batch_match === 'key' && !has('send.key')) {
    tell('batch_match', msg('the_mapping_sends_no_key_of_ours'))
  }
  if (batch_match === 'email' && !has('email')) {
    tell('batch_match', msg('the_mapping_sends_no_email'))
  }
  // The header tells a call from another one, and leads may be called again in another company.
  if (safe_to_repeat && !has('send.key')) {
    tell('safe_to_repeat', msg('the_mapping_sends_no_key_of_ours'))
  }
  return undefined
}
