import { fieldOf } from '#schema'
import type { Backend } from '#server'

import type { CallSecrets, OutboundRequest, SendLead } from '../request/buildRequest.server.ts'
import { faultsOf, faultsOfAddresses } from '../check/checkIntegration.server.ts'
import { lintIntegration } from '../check/lint.server.ts'
import { mappingRow, ruleRow } from '../fields/rows.ts'
import { integration, type Integration } from '../integration.ts'
import { hiddenText } from '../request/resolveValue.server.ts'
import type { Refusal } from '../request/mapLead.server.ts'
import { previewRequest } from './previewRequest.server.ts'

/** Values that a form begins with where nothing was typed yet. */
export const blank = {
  method: 'POST',
  url: '',
  content_type: 'json',
  auth_type: 'none',
  mapping: [],
  rules: [],
  send_key_header: true,
}

/** Rows as saving would fill them in. */
const rowsOf = new Map<string, (row: object) => object>([
  ['mapping', (row) => mappingRow({ target: '', ...row })],
  ['rules', ruleRow],
])

/** What may be typed of an integration, with its rows filled in. */
export const knownOf = (values: Readonly<Record<string, unknown>> = {}) =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([name]) => name in integration.fields && !name.includes('secret') && name !== 'id')
      .map(([name, value]) => {
        const filled = rowsOf.get(name)
        return [
          name,
          filled && Array.isArray(value) ? value.map((row) => filled(Object(row))) : value,
        ]
      }),
  )

/** Stand in the place of what is never shown. */
export const exampleSecrets = { secret: hiddenText, headers: {}, token: hiddenText }

/** What a call would be; what is wrong with the integration stands beside it. */
export function previewOf(
  values: Integration,
  lead: SendLead,
  headers: CallSecrets['headers'],
  backend: Backend,
) {
  const warnings = safely(() => lintIntegration(values), [])
  const faults = {
    ...safely(() => faultsOf(values), {}),
    ...safely(() => faultsOfAddresses(values, backend.config.outboundLoopback), {}),
  }
  const wrong: Refusal = { refused: 'Configuration error', message: '' }
  const build = () => previewRequest(values, { ...exampleSecrets, headers }, lead)
  const built = isWithinLimits(values) ? safely(build, wrong) : wrong
  if ('refused' in built) return { ...built, faults, warnings }
  return { request: shown(built), faults, warnings }
}

/** Whether no text or list is longer than a form takes: what was typed is checked by nothing else. Secrets are never typed here. */
const isWithinLimits = (values: Integration): boolean =>
  Object.entries<unknown>({ ...values }).every(([name, value]) => {
    const { max = longestCell, computed }: { max?: number; computed?: true } = Object(
      fieldOf(integration, name)?.options,
    )
    if (computed || name.includes('secret')) return true
    const isLonger = (typeof value === 'string' || Array.isArray(value)) && value.length > max
    return !isLonger && (!Array.isArray(value) || value.every(hasShortTexts))
  })

const longestCell = 500

const hasShortTexts = (row: unknown): boolean =>
  typeof row === 'string'
    ? row.length <= longestCell
    : Object.values(Object(row)).every(
        (one) => typeof one !== 'string' || one.length <= longestCell,
      )

/** Half typed values may be anything; what cannot be read is no call. */
function safely<Value>(work: () => Value, otherwise: Value): Value {
  try {
    return work()
  } catch {
    return otherwise
  }
}

/** A call as it is shown. */
export const shown = ({ body, ...request }: OutboundRequest) => ({ ...request, body: body ?? null })
