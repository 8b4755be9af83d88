import { defineResource, field } from '#schema'

/** What a broker has told of a lead whose call was not answered yet: kept until that says which lead it is. */
export const keptPostback = defineResource('kept_postbacks', {
  permission: 'send.integration',
  operations: [],
  fields: {
    integration: field.reference('send_integrations', { computed: true, onDelete: 'cascade' }),
    /** What the broker calls the lead. */
    broker_lead: field.text({ computed: true }),
    said: field.json({ computed: true }),
  },
  title: '{integration}',
  list: ['integration'],
  form: [],
})
