import { invalid, type Context } from '#server'

import { status } from '../../settings/status.ts'
import type { Lead } from './lead.ts'

/** What changes with a status. Refuses those that take a permission of their own (product.md 4.4). */
export async function statusChange(
  to: number | null | undefined,
  from: number | null,
  { user, records }: Context,
): Promise<Partial<Lead>> {
  if (!to) throw invalid({ status: ['Choose a status'] })
  const [wanted] = await records(status).find({ id: to } as object)
  if (!wanted) throw invalid({ status: ['Not found. Choose one from the list'] })
  if (wanted.group === 'deposit' && !user.permissions.has('lead.ftd.update')) {
    throw invalid({ status: [`You may not set "${wanted.name}"`] })
  }
  if (from && !user.permissions.has('lead.status.force')) {
    const current = await records(status).get(from)
    if (current.group === 'deposit') {
      throw invalid({ status: [`"${current.name}" is final`] })
    }
  }
  return { status: to, status_changed_at: new Date().toISOString() }
}
