import { can, defineResource, field } from '#schema'

/** An integration as it was saved (product.md 7.6). */
export const integrationVersion = defineResource('integration_versions', {
  one: 'Version',
  label: 'Versions of integrations',
  api: 'send/integration/version',
  listedBy: { by: 'integration', path: 'send/integration/:id/versions' },
  routes: { list: 'send/integration/versions', show: 'send/integration/versions/:id/show' },
  permission: 'send.integration',
  access: { list: can('send.integration.view'), show: can('send.integration.view') },
  operations: ['list', 'show'],
  fields: {
    integration: field.reference('send_integrations', {
      computed: true,
      onDelete: 'cascade',
      index: true,
    }),
    number: field.integer({ computed: true }),
    user: field.reference('users', { optional: true, computed: true, label: 'Saved by' }),
    /** Every value that a form sets, without secrets. */
    content: field.json({ computed: true, max: 200_000 }),
  },
  unique: [['integration', 'number']],
  title: '{integration} – {number}',
  list: ['number', 'integration', 'user', 'created_at'],
  form: [],
  sort: '-number',
})
