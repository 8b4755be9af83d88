import type { FieldErrors } from '#schema'
import { isCallablePort, isPublicAddress } from '#server'

import { msg } from '../../../msg.server.ts'
import { secondsOf } from '../pauses.ts'
import type { Integration } from '../integration.ts'
import { isDateForm } from '../request/dates.ts'
import { fillTemplate, variablesIn } from '../request/template.ts'
import { checkBatch } from './checkBatch.server.ts'
import { checkBraces, checkMapping, checkTemplate, type Tell } from './checkMapping.server.ts'
import { checkRules } from './checkRules.server.ts'

/** All that is wrong with what an integration would be, by the places of its form. */
export function faultsOf(values: Partial<Integration>): FieldErrors {
  const faults: Record<string, string[]> = {}
  const tell: Tell = (place, message) => (faults[place] ??= []).push(message)
  checkMapping(values, tell)
  checkRules(values, tell)
  checkTexts(values, tell)
  checkLogin(values, tell)
  checkHeaders(values, tell)
  checkBatch(values, tell)
  const { pull_mode = 'off', pull_url, pull_date_format } = values
  if (pull_mode !== 'off' && !pull_url) tell('pull_url', msg('fill_in_this_field'))
  if (pull_date_format && !isDateForm(pull_date_format)) {
    tell('pull_date_format', msg('enter_a_form_of_dates'))
  }
  for (const name of ['retry_after', 'capacity_after'] as const) {
    const text = values[name]
    if (text && !secondsOf(text)) tell(name, msg('enter_pauses_like_10s_5m_1h'))
  }
  return faults
}

const ofSignature = ['body', 'timestamp']
const ofLogin: ReadonlySet<string> = new Set(['auth.username', 'auth.secret'])
const ofPull = ['from', 'to', 'page', 'skip', 'take', 'next', 'ids']

function checkTexts(values: Partial<Integration>, tell: Tell): void {
  const { mapping = [], allowed_restricted } = values
  const allowed = new Set(allowed_restricted)
  const at = (place: string) => (message: string) => tell(place, message)
  const targets = mapping.map(({ target }) => `mapping.${target}`)
  checkTemplate(values.url, at('url'), allowed)
  checkTemplate(values.body_template, at('body_template'), allowed, targets)
  checkTemplate(values.hmac_template, at('hmac_template'), allowed, ofSignature)
  checkTemplate(values.pull_url, at('pull_url'), allowed, ofPull)
  checkTemplate(values.pull_body, at('pull_body'), allowed, ofPull)
}

/** A login is no call for a lead: nothing of one stands in it. */
function checkLogin(values: Partial<Integration>, tell: Tell): void {
  const { auth_type, token_method, token_url } = values
  const signsIn = auth_type === 'login_token' || auth_type === 'oauth2_client'
  if (signsIn && !token_url) tell('token_url', msg('fill_in_this_field'))
  for (const place of ['token_url', 'token_body'] as const) {
    const text = values[place] ?? ''
    const unknown = variablesIn(text).filter((name) => !ofLogin.has(name))
    for (const name of unknown) tell(place, msg('there_is_no_variable', { name }))
    checkBraces(text, (message) => tell(place, message))
  }
  const isGet = auth_type === 'login_token' && token_method === 'GET'
  if (isGet && token_url && !variablesIn(token_url).includes('auth.secret')) {
    tell('token_url', msg('by_get_the_secret_stands_in_the_address'))
  }
}

const token = /^[\w!#$%&'*+.^`|~-]+$/
const ours = /^(?:host|content-length|transfer-encoding|connection|expect|upgrade)$/i

function checkHeaders(values: Partial<Integration>, tell: Tell): void {
  const { headers, auth_name, auth_place, allowed_restricted } = values
  for (const [at, { name, value }] of (headers ?? []).entries()) {
    const place = `headers.${at}`
    if (!token.test(name)) tell(`${place}.name`, msg('this_is_no_name_of_a_header'))
    else if (ours.test(name)) tell(`${place}.name`, msg('this_header_is_written_by_the_call'))
    const allowed = new Set(allowed_restricted)
    checkTemplate(value, (message) => tell(`${place}.value`, message), allowed, ['timestamp'])
  }
  const isHeader = auth_place !== 'query' && auth_place !== 'body'
  if (auth_name && isHeader && (!token.test(auth_name) || ours.test(auth_name))) {
    tell('auth_name', msg('this_is_no_name_of_a_header'))
  }
}

export const addresses = ['url', 'token_url', 'pull_url'] as const

/** What is wrong with where an integration calls; `loopback` is the one origin that needs no check. */
export function faultsOfAddresses(
  values: Partial<Integration>,
  loopback: string | undefined,
): FieldErrors {
  return Object.fromEntries(
    addresses.flatMap((name): [string, string[]][] => {
      const problem = values[name] ? addressProblem(values[name], loopback) : undefined
      return problem ? [[name, [problem]]] : []
    }),
  )
}

/** The origin of an address with variables; undefined where it is none, or a variable chooses it. */
export function originOf(address: string | null | undefined): string | undefined {
  const parsed = URL.parse(fillTemplate(address ?? '', () => 'x'))
  const other = URL.parse(fillTemplate(address ?? '', () => 'y'))
  return parsed?.origin === other?.origin ? parsed?.origin : undefined
}

function addressProblem(address: string, loopback: string | undefined): string | undefined {
  const parsed = URL.parse(fillTemplate(address, () => 'x'))
  if (!parsed) return msg('enter_an_address_that_begins_with_https')
  const origin = originOf(address)
  if (!origin) return msg('variables_stand_in_path_and_query_only')
  if (parsed.username || parsed.password) return msg('an_address_holds_no_name_and_password')
  if (variablesIn(parsed.host).length > 0) return msg('variables_stand_in_path_and_query_only')
  if (origin === loopback) return undefined
  if (parsed.protocol !== 'https:') {
    return loopback
      ? msg('without_https_one_origin_is_called', { origin: loopback })
      : msg('enter_an_address_that_begins_with_https')
  }
  if (!isCallablePort(parsed.port)) return msg('this_port_belongs_to_another_service')
  return isPublicHost(parsed.hostname) ? undefined : msg('this_host_is_not_public')
}

function isPublicHost(hostname: string): boolean {
  const plain = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (/^[\d.]+$|:/.test(plain)) return isPublicAddress(plain)
  return (
    plain.includes('.') &&
    !/\.(?:local|localhost|internal|intranet|lan|home|corp|arpa)$/i.test(plain)
  )
}
