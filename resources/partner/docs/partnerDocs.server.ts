import { getRecord, idPath, notFound, type Api, type Backend } from '#server'

import { brokerDepartment } from '../../brokers/department/brokerDepartment.ts'
import { lead } from '../../leads/lead/lead.ts'
import { returnReasons } from '../../sending/send/returnReasons.ts'
import { callsPerMinute } from '../caller/callsPerMinute.ts'
import { partnerById, type Partner } from '../caller/partner.server.ts'
import { isRestricted, partnerFields } from '../lead/partnerFields.ts'
import { partnerConfig } from '../partnerConfig.ts'
import { rowFields, type RowField } from '../status/readStatusRow.server.ts'
import { exampleFor, headersFor } from './partnerExample.ts'
import {
  departmentDocsContract,
  ownDocsContract,
  type DescribedField,
  type PartnerDocs,
} from './partnerDocs.ts'

/** Tells a partner what it may call. */
export function partnerDocs(app: Api): void {
  app.get('/partner/docs', { schema: ownDocsContract, config: partnerConfig }, async (request) => ({
    data: docsOf(request.partner, originOf(request)),
  }))
}

/** Tells the same to those here who give it its token. */
export function departmentDocs(app: Api, backend: Backend): void {
  const config = { access: { permission: 'broker.department.token' } }
  const path = `/${brokerDepartment.api}/${idPath}/api`
  app.get(path, { schema: departmentDocsContract, config }, async (request) => {
    const { user, params } = request
    await getRecord(backend, brokerDepartment, user, params.id)
    const partner = await partnerById(params.id, backend.database.sql)
    if (!partner) throw notFound()
    return { data: docsOf(partner, originOf(request)) }
  })
}

const originOf = ({ protocol, host }: { readonly protocol: string; readonly host: string }) =>
  `${protocol}://${host}`

function docsOf(partner: Partner, origin: string): PartnerDocs {
  const { auth_type, is_sender, may_send_restricted } = partner
  return {
    auth_type,
    headers: headersFor(partner),
    calls_per_minute: callsPerMinute(partner),
    endpoints: endpointsOf(partner),
    lead_fields: is_sender
      ? partnerFields
          .filter((name) => may_send_restricted || !isRestricted(name))
          .map((name) => describeLeadField(name))
          .concat({ name: 'is_test', type: 'boolean', max: null })
      : [],
    status_fields: Object.entries(rowFields).map(([name, max]) => ({
      name,
      type: rowTypes[name as RowField] ?? 'text',
      max,
    })),
    return_reasons: Object.keys(returnReasons),
    example: exampleFor(partner, origin),
  }
}

function endpointsOf({ is_sender, send_a_lot }: Partner): PartnerDocs['endpoints'] {
  const bringing: PartnerDocs['endpoints'] = [
    { name: 'take', method: 'POST', path: '/api/partner/lead' },
    ...(send_a_lot
      ? [{ name: 'take_many', method: 'POST', path: '/api/partner/lead/bulk' } as const]
      : []),
    { name: 'show', method: 'GET', path: '/api/partner/lead/{id}' },
    { name: 'search', method: 'GET', path: '/api/partner/lead/search' },
  ]
  return [
    ...(is_sender ? bringing : []),
    { name: 'tell', method: 'POST', path: '/api/partner/lead/status' },
    { name: 'return', method: 'POST', path: '/api/partner/lead/{id}/return' },
    { name: 'docs', method: 'GET', path: '/api/partner/docs' },
  ]
}

/** Types by kinds of fields; what points at another record is written by its code or name. */
const types: Readonly<Record<string, DescribedField['type']>> = {
  email: 'email',
  phone: 'phone',
  date: 'date',
  timestamp: 'moment',
  money: 'amount',
  reference: 'code',
  boolean: 'boolean',
  url: 'url',
}

function describeLeadField(name: (typeof partnerFields)[number]): DescribedField {
  const { kind, options } = lead.fields[name]
  const max = 'max' in options && typeof options.max === 'number' ? options.max : null
  return { name, type: types[kind] ?? 'text', max }
}

const rowTypes: Partial<Record<RowField, DescribedField['type']>> = {
  id: 'number',
  status_at: 'moment',
  ftd: 'boolean',
  ftd_at: 'moment',
  amount: 'amount',
}
