import { defineResource, field } from '#schema'

const got = { computed: true, optional: true } as const

/** The token with which all processes call the broker of an integration; no screen shows it. */
export const integrationLogin = defineResource('integration_logins', {
  permission: 'send.integration',
  operations: [],
  fields: {
    integration: field.reference('send_integrations', { computed: true, onDelete: 'cascade' }),
    /** Of the settings that it was got with: with others it is none. */
    settings: field.text({ ...got, max: 80 }),
    token: field.secret(got),
    until: field.timestamp(got),
    /** Of the process that signs in. */
    leased_until: field.timestamp(got),
  },
  unique: [['integration']],
  title: '{integration}',
  list: ['integration'],
  form: [],
})
