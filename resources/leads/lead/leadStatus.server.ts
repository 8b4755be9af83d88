import { invalid, type Context } from '#server'

import { status, type Status } from '../../settings/status.ts'
import type { Lead } from './lead.ts'
import { msg } from '../../msg.server.ts'

/** What changes with a status. Refuses those that take a permission of their own (product.md 4.4). */
export async function statusChange(
  to: number | null | undefined,
  from: number | null,
  context: Context,
): Promise<Partial<Lead>> {
  if (!to) throw invalid({ status: [msg('choose_a_status')] })
  const found = await context.records(status).find({ id: { in: [to, from ?? to] } } as object)
  const byId = new Map(found.map((one) => [one.id, one]))
  checkStatus(byId.get(to), from ? byId.get(from) : undefined, context)
  return { status: to, status_changed_at: new Date().toISOString() }
}

type Named = Pick<Status, 'name'> & { readonly group: string }

/** Into a deposit goes only who may set deposits; out of one, who may change what is final. */
export function checkStatus(
  to: Named | undefined,
  from: Named | undefined,
  { user }: Pick<Context, 'user'>,
): void {
  if (!to) throw invalid({ status: [msg('not_found_choose_one_from_the_list')] })
  if (to.group === 'deposit' && !user.permissions.has('lead.ftd.update')) {
    throw invalid({ status: [msg('you_may_not_set', { status: to.name })] })
  }
  if (from?.group === 'deposit' && !user.permissions.has('lead.status.force')) {
    throw invalid({ status: [msg('is_final', { status: from.name })] })
  }
}
