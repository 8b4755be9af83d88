import { both, can, field } from '#schema'

import { msg } from '../../msg.ts'

/** What is done with integrations beside editing them (product.md 11.15). */
export const integrationActions = {
  activate: {
    label: 'Activate',
    permission: 'send.integration.activate',
    refusal: msg('what_was_tested_is_activated'),
    done: 'The integration is active',
  },
  pause: {
    label: 'Pause',
    permission: 'send.integration.activate',
    input: { reason: field.text({ max: 200 }) },
    done: 'The integration is paused',
  },
  copy: {
    label: 'Copy',
    permission: 'send.integration.create',
    input: { name: field.text({ max: 120 }) },
    answer: { copy: field.reference('send_integrations', { optional: true }) },
    done: 'The integration is copied',
    once: true,
  },
  save_as_file: {
    label: 'Save as a file',
    permission: 'send.integration.export',
    file: 'application/json',
  },
  rollback: {
    label: 'Roll back',
    permission: 'send.integration.update',
    input: { number: field.integer({ min: 1, label: 'To version' }) },
    addressedBy: 'number',
    when: ({ state, revision }: { state: string; revision: number }) =>
      state !== 'archived' && revision > 1,
    done: 'The version is back, as the newest one',
  },
  new_postback_key: {
    label: 'New postback key',
    permission: 'send.integration.update',
    confirm: 'The old address ends at once. Give the broker the new one.',
    done: 'The address for postbacks is new',
  },
  sync: {
    label: 'Ask for statuses now',
    permission: 'send.integration.sync',
    when: ({ pull_mode, state }: { pull_mode: string; state: string }) =>
      pull_mode !== 'off' && state !== 'archived',
    refusal: msg('no_statuses_are_asked_for'),
    done: 'Statuses are asked for in the background',
  },
  archive: {
    label: 'Archive',
    permission: both(can('send.integration.delete'), can('send.integration.view')),
    deletes: true,
    confirm:
      'Nothing more is sent through it. Waiting leads go to the next department of their rotation, or are skipped.',
    done: 'The integration is archived',
  },
} as const
