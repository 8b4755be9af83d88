import { can, defineResource, field } from '#schema'

import { msg } from '../../msg.ts'

const mayChange = can('send.integration.secret.update')

/** A secret header of an integration; as brokers of some kinds want several. */
export const integrationSecret = defineResource('integration_secrets', {
  one: 'Secret header',
  label: 'Secret headers',
  api: 'send/integration/secret',
  routes: { list: 'send/integration/secrets' },
  permission: 'send.integration',
  access: { create: mayChange, edit: mayChange, delete: mayChange },
  closed: { when: ({ is_archived }) => is_archived, refusal: msg('this_integration_is_archived') },
  operations: ['list', 'show', 'create', 'edit', 'delete'],
  fields: {
    integration: field.reference('send_integrations', { onDelete: 'cascade', index: true }),
    name: field.text({ max: 100 }),
    value: field.secret(),
    is_archived: field.derived(field.boolean({ default: false, label: 'Integration archived' })),
  },
  unique: [['integration', 'name']],
  title: 'name',
  list: ['integration', 'name', 'value'],
  form: ['integration', 'name', 'value'],
  duplicate: false,
  sort: 'name',
})
