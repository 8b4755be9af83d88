import { invalid, RequestError, type Context, type LeftOut } from '#server'

import type { Lead } from '../lead.ts'
import { ruledStatuses, ruleFor, type RuledStatus } from '../../statusSetting/statusRules.server.ts'
import { msg } from '../../../msg.server.ts'

type Named = Pick<RuledStatus, 'name' | 'group'> & Partial<Pick<RuledStatus, 'rules'>>

/**
 * Into a deposit goes only who may set deposits; out of one, and of what a rule calls final, who may change what is final. A lead
 * that a broker has taken is a deposit as long as its first deposit stands: that one is set and cancelled with a reason, and takes
 * the status along (product.md 4.1, 9.4).
 */
export function checkStatus(
  to: Named | undefined,
  from: Named | undefined,
  { user }: Pick<Context, 'user'>,
  lead: Partial<Lead> = {},
): void {
  if (!to) throw notThere()
  if (to.group === 'deposit' && !user.permissions.has('lead.ftd.update')) {
    throw invalid({ status: [msg('you_may_not_set', { status: to.name })] })
  }
  const [isDeposit, wasDeposit] = [to, from].map((one) => one?.group === 'deposit')
  if (wasDeposit && !isDeposit && lead.ftd_at) {
    throw invalid({ status: [msg('it_has_a_first_deposit')] })
  }
  if (isDeposit && !wasDeposit && lead.accepted_count && !lead.ftd_at) {
    throw invalid({ status: [msg('its_first_deposit_is_set_with_a_date')] })
  }
  const isFinal = wasDeposit || ruleFor({ rules: from?.rules ?? [] }, lead)?.is_final === true
  if (from && isFinal && !user.permissions.has('lead.status.force')) {
    throw invalid({ status: [msg('is_final', { status: from.name })] })
  }
}

/** Which of some leads may not get a status, each with the reason: among many they leave the others alone. */
export async function refusedStatus(
  to: number | null | undefined,
  leads: readonly Lead[],
  context: Context,
): Promise<LeftOut> {
  const others = leads.filter(({ status }) => status !== to)
  const known = await ruledStatuses([to ?? 0, ...others.map(({ status }) => status)], context.sql)
  const target = known.get(to ?? 0)
  const refused = new Map<number, string>()
  if (!target) return refused
  for (const one of others) {
    try {
      checkStatus(target, known.get(one.status ?? 0), context, one)
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      refused.set(one.id, error.errors?.['status']?.[0] ?? error.text)
    }
  }
  return refused
}

export const notThere = () => invalid({ status: [msg('not_found_choose_one_from_the_list')] })
