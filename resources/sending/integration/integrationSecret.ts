import { can, defineResource, field } from '#schema'

const mayChange = can('send.integration.secret.update')

/** A secret header of an integration; as brokers of some kinds want several. */
export const integrationSecret = defineResource('integration_secrets', {
  one: 'Secret header',
  label: 'Secret headers',
  api: 'send/integration/secret',
  route: 'send/integration/secrets',
  permission: 'send.integration',
  access: { create: mayChange, edit: mayChange, delete: mayChange },
  operations: ['list', 'show', 'create', 'edit', 'delete'],
  fields: {
    integration: field.reference('send_integrations', { onDelete: 'cascade', index: true }),
    name: field.text({ max: 100 }),
    value: field.secret(),
  },
  unique: [['integration', 'name']],
  title: 'name',
  list: ['integration', 'name', 'value'],
  form: ['integration', 'name', 'value'],
  sort: 'name',
})
