import { defineResource, field } from '#schema'

/** The token with which all processes call the broker of an integration; no browser knows of it. */
export const integrationLogin = defineResource('integration_logins', {
  permission: 'send.integration',
  operations: [],
  fields: {
    integration: field.reference('send_integrations', { computed: true, onDelete: 'cascade' }),
    /** Of the settings that it was got with: with others it is none. */
    settings: field.text({ computed: true, optional: true, max: 80 }),
    token: field.secret({ computed: true, optional: true }),
    until: field.timestamp({ computed: true, optional: true }),
    /** Of the process that signs in. */
    leased_until: field.timestamp({ computed: true, optional: true }),
  },
  unique: [['integration']],
  title: '{integration}',
  list: ['integration', 'until'],
  form: [],
})
