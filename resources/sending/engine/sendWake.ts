import { defineResource, field } from '#schema'

const of = { computed: true, optional: true, onDelete: 'cascade' } as const

/** A department, an integration or a job whose waiting sends may go on: there until the last of them was woken. */
export const sendWake = defineResource('send_wakes', {
  permission: 'send.integration',
  operations: [],
  fields: {
    department: field.reference('broker_departments', of),
    integration: field.reference('send_integrations', of),
    job: field.reference('jobs', of),
  },
  title: '{department}{integration}{job}',
  list: ['department', 'integration', 'job'],
  form: [],
})
