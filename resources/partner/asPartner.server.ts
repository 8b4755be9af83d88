import { transactAsProcess, type Backend, type Context } from '#server'

import { brokerDepartment } from '../brokers/department/brokerDepartment.ts'
import type { Partner } from './caller/partner.server.ts'

/** What a partner may do to leads of its own, and to what these point at. */
const permissions = [
  'lead.create',
  'options.sources.all',
  'options.countries.all',
  'options.languages.all',
  'options.broker_departments.all',
]

interface Asking {
  readonly ip: string
  readonly headers: { readonly 'user-agent'?: string | undefined }
}

/** Does work in one transaction with the few rights of a partner; the audit log has it and its address, and no user. */
export function transactAsPartner<Answer>(
  partner: Partner,
  asking: Asking,
  backend: Backend,
  work: (context: Context) => Promise<Answer>,
): Promise<Answer> {
  const granted = partner.may_send_restricted
    ? [...permissions, 'lead.sensitive.view', 'lead.sensitive.update']
    : permissions
  return transactWith(granted, { partner, asking }, backend, work)
}

/** The same for what a broker says of leads that we sent to it: our own rules move them, as they do after a postback. */
export function transactForBroker<Answer>(
  partner: Partner,
  asking: Asking,
  backend: Backend,
  work: (context: Context) => Promise<Answer>,
): Promise<Answer> {
  const granted = backend.business.permissions.map(({ name }) => name)
  return transactWith(granted, { partner, asking }, backend, work)
}

function transactWith<Answer>(
  granted: readonly string[],
  { partner, asking }: { partner: Partner; asking: Asking },
  backend: Backend,
  work: (context: Context) => Promise<Answer>,
): Promise<Answer> {
  const { ip, headers } = asking
  const user = { id: 0, name: partner.branch_name, email: '', permissions: new Set(granted) }
  const user_agent = headers['user-agent']?.slice(0, 300)
  const by = { resource: brokerDepartment.name, id: partner.id }
  const author = { user_id: null, by, ip, ...(user_agent && { user_agent }) }
  return transactAsProcess(backend, work, { user, author })
}
