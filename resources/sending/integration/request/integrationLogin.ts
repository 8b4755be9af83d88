import { defineResource, field } from '#schema'

const got = { computed: true, optional: true } as const

/** The token with which all processes call a broker, for all integrations that sign in alike; no screen shows it. */
export const integrationLogin = defineResource('integration_logins', {
  permission: 'send.integration',
  operations: [],
  fields: {
    /** The fingerprint of the call that signs in. */
    account: field.text({ computed: true, max: 60 }),
    token: field.secret(got),
    until: field.timestamp(got),
    /** Of the process that signs in. */
    leased_until: field.timestamp(got),
  },
  unique: [['account']],
  title: '{account}',
  list: ['account'],
  form: [],
})
