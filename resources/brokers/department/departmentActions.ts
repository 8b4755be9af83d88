import { field } from '#schema'

import { capPeriods } from './departmentCap.ts'
import { hours, hoursOptions, workingDays } from './departmentFields.ts'

const shownOnce = 'Copy it now: it is never shown again.'

/** Browsers are told whether it is set, and nothing of how it is kept. */
const hasToken = ({ api_token: token }: { api_token: string | { set: boolean } | null }) =>
  Boolean(typeof token === 'string' || token?.set)

const isSet = ({ change }: { change: string }) => change === 'set'
const isMoved = ({ change }: { change: string }) => change !== 'set'

/** What is done to departments beside editing them, many at once where that makes sense (product.md 11.13). */
export const departmentActions = {
  pause: {
    label: 'Pause',
    permission: 'broker.department.pause',
    bulk: true,
    input: { reason: field.text({ max: 200 }) },
    when: ({ is_active }: { is_active: boolean }) => is_active,
    done: 'The department is paused',
  },
  resume: {
    label: 'Resume',
    permission: 'broker.department.pause',
    bulk: true,
    when: ({ is_active }: { is_active: boolean }) => !is_active,
    done: 'The department takes leads again',
  },
  copy: {
    label: 'Copy',
    permission: 'broker.department.create',
    input: { branch_name: field.text({ max: 120 }) },
    answer: { copy: field.reference('broker_departments', { optional: true }) },
    done: 'The department is copied',
    once: true,
  },
  token: {
    label: 'Generate token',
    permission: 'broker.department.token',
    reauthenticate: true,
    final: true,
    confirm: 'Make a new token? An old one stops working, and the new one is shown only once.',
    answer: { api_token: field.text({ label: 'API token', help: shownOnce }) },
    shownOnce: true,
    done: 'The new token works',
  },
  replace_token: {
    label: 'Replace token',
    permission: 'broker.department.token',
    when: hasToken,
    reauthenticate: true,
    final: true,
    confirm:
      'Make a new token? The old one works for 24 hours more, and the new one is shown only once.',
    answer: { api_token: field.text({ label: 'API token', help: shownOnce }) },
    shownOnce: true,
    done: 'The new token works, and for 24 hours the old one too',
  },
  caps: {
    label: 'Change caps',
    permission: 'broker.department.update',
    bulk: true,
    input: {
      change: field.choice(
        { raise: 'Raise by percent', lower: 'Lower by percent', set: 'Set to a number' },
        { default: 'raise' },
      ),
      period: field.choice(capPeriods, { default: 'day', label: 'Caps of' }),
      country: field.reference('countries', {
        optional: true,
        none: 'Every country',
      }),
      source: field.reference('sources', {
        optional: true,
        none: 'Every source',
      }),
      percent: field.integer({
        min: 1,
        max: 1_000,
        optional: true,
        visibleWhen: isMoved,
        requiredWhen: isMoved,
        help: 'A lowered cap stays at 0 or above.',
      }),
      limit: field.integer({
        min: 0,
        max: 10_000_000,
        optional: true,
        visibleWhen: isSet,
        requiredWhen: isSet,
        help: 'A department without such a cap gets one.',
      }),
    },
    confirm: 'Only the caps of this period, country and source are changed.',
    done: 'The caps are changed',
  },
  hours: {
    label: 'Change opening hours',
    permission: 'broker.department.update',
    bulk: true,
    input: { opening_hours: field.rows(hours, { ...hoursOptions, default: workingDays }) },
    confirm: 'The hours take the place of those there are, in the time zone of each department.',
    done: 'The opening hours are changed',
  },
  rebuild: {
    on: 'list',
    label: 'Rebuild FTD statistics',
    permission: 'broker.department.update',
    confirm: 'All sends are added up anew, in the background. The numbers stay readable meanwhile.',
    done: 'The statistics are being rebuilt: your jobs show how far',
  },
} as const
