import { both, can, field } from '#schema'

import { ftdInput } from '../../leads/lead/ftd/ftdInput.ts'
import { msg } from '../../msg.ts'
import { isSender } from '../isSender.ts'
import { returnReasons } from './returnReasons.ts'

interface Deposit {
  readonly state: string
  readonly ftd_at: string | null
  readonly ftd_cancelled_at: string | null
}

const isDeposited = (one: Deposit) => one.ftd_at !== null && one.ftd_cancelled_at === null

/** What people do with sends (product.md 6.7, 11.7). */
export const sendActions = {
  retry: {
    label: 'Send again',
    permission: both(can('lead.history.retry'), isSender),
    previewed: true,
    refusal: msg('only_what_failed_is_sent_again'),
    done: 'It is in line again',
  },
  cancel: {
    label: 'Cancel the send',
    permission: 'lead.history.cancel',
    confirm: 'The lead stays, and can be sent anew.',
    done: 'The send is cancelled',
  },
  return: {
    label: 'Mark as returned',
    permission: 'lead.history.return',
    input: {
      reason: field.choice(returnReasons),
      note: field.text({
        max: 200,
        optional: true,
        requiredWhen: ({ reason }: { reason: string }) => reason === 'other',
      }),
    },
    done: 'It is marked as returned',
  },
  ftd: {
    label: 'Set the FTD',
    permission: 'lead.ftd.update',
    input: ftdInput,
    bulk: true,
    when: (one: Deposit) => (one.state === 'sent' || one.state === 'returned') && !isDeposited(one),
    done: 'The FTD is set',
  },
  cancel_ftd: {
    label: 'Cancel the FTD',
    permission: 'lead.ftd.update',
    input: { reason: field.text({ min: 3, max: 200 }) },
    when: isDeposited,
    done: 'The FTD is cancelled',
  },
  sync: {
    label: 'Ask for the status now',
    permission: 'send.integration.sync',
    bulk: true,
    when: ({ state }: { state: string }) => state === 'sent' || state === 'unknown',
    done: 'Statuses are asked for in the background',
  },
  resolve: {
    label: 'Decide the outcome',
    permission: 'lead.history.resolve',
    input: {
      outcome: field.choice({
        accepted: 'It was accepted',
        again: 'It was not accepted: send again',
        leave: 'It was not accepted: leave it',
      }),
      api_lead_id: field.text({
        optional: true,
        visibleWhen: ({ outcome }: { outcome: string }) => outcome === 'accepted',
        label: 'ID at the broker',
        help: 'Of one lead: no two have the same.',
      }),
    },
    bulk: true,
    when: ({ state }: { state: string }) => state === 'unknown',
    refusal: msg('only_what_is_unknown_is_decided'),
    done: 'The outcome is decided',
  },
} as const
