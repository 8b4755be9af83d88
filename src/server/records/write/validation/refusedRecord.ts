import { fieldOf, type Resource } from '#schema'

import { auditOf } from '../../../audit/audit.ts'
import type { Refused } from '../../../kernel/behavior/importHooks.ts'
import type { RefusedRecord } from '../../../kernel/errors.ts'
import type { Row } from '../../read/select.ts'
import { insertRecord } from '../table.ts'
import { contextOf } from '../hooks.ts'
import type { Scope } from '../transact.ts'
import { storable } from './forbiddenText.ts'

/** Keeps a new record that the business refused, where the behavior says so. */
export async function keepRefusedRecord(
  error: RefusedRecord,
  resource: Resource,
  body: Row,
  scope: Scope,
): Promise<void> {
  const { backend, user, author, unitOfWork } = scope
  const refusing = backend.business.behaviors[resource.name]?.refused
  if (!refusing) return
  const storableText = (text: string) => storable(backend.business, text)
  const given = Object.entries(body).filter(([name, value]) => isGiven(resource, name, value))
  const raw = given.map(([name, value]) => [
    name,
    typeof value === 'string' ? storableText(value) : value,
  ])
  const [reason = ''] = Object.values(error.errors ?? {})[0] ?? []
  const refused: Refused = {
    origin: 'manual',
    user: user.id,
    texts: Object.fromEntries(raw.filter(([, value]) => typeof value === 'string')),
    values: Object.fromEntries(raw.filter(([, value]) => typeof value !== 'string')),
    writing: { dateOrder: 'ymd', decimalSign: '.' },
    raw: Object.fromEntries(raw),
    code: error.code ?? 'refused',
    reason: storableText(reason),
    ...(error.match !== undefined && { match: error.match }),
  }
  const record = refusing.record(refused)
  const context = contextOf(scope)
  if (await refusing.isKept?.(record, context)) return
  const after = await insertRecord(refusing.into, record, scope)
  unitOfWork.audit(auditOf(refusing.into, author, 'create', { after }))
  await refusing.follow?.([refused], context)
}

const isGiven = (resource: Resource, name: string, value: unknown) =>
  fieldOf(resource, name) !== undefined && value !== null && value !== undefined && value !== ''
