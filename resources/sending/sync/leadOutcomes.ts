import { field, type ImportOutcomes } from '#schema'

const brokerText = { optional: true } as const
const contact = { ...brokerText, unmaskBy: 'lead.contact.view' } as const

/** What a file of a broker tells of leads that it has (product.md 10.1): by what it knows them, their statuses and deposits. */
export const leadOutcomes = {
  label: 'Statuses and first deposits',
  permission: 'lead.ftd.update',
  fields: {
    department: field.reference('broker_departments', { label: 'Department that tells it' }),
    lead_id: field.integer({
      min: 1,
      optional: true,
      label: 'Our lead ID',
      headers: ['id', 'lead'],
    }),
    api_lead_id: field.text({
      ...brokerText,
      label: 'Lead ID at the broker',
      headers: ['broker id'],
    }),
    send_key: field.text({
      ...brokerText,
      label: 'Our reference key',
      headers: ['key', 'reference'],
    }),
    email: field.text({ ...contact, label: 'E-mail', headers: ['mail', 'e-mail address'] }),
    phone: field.text({ ...contact, headers: ['phone number', 'telephone', 'mobile'] }),
    status: field.text({
      ...brokerText,
      label: 'Broker status',
      headers: ['broker status', 'sale status', 'call status'],
    }),
    status_at: field.timestamp({ optional: true, label: 'Date of the status' }),
    is_ftd: field.boolean({ optional: true, label: 'FTD', headers: ['deposit', 'deposited'] }),
    ftd_at: field.timestamp({
      optional: true,
      label: 'FTD date',
      headers: ['deposit date', 'deposited at'],
    }),
    amount: field.money({ optional: true, label: 'FTD amount', headers: ['deposit amount'] }),
    currency: field.text({ optional: true, min: 3, max: 3, label: 'FTD currency' }),
  },
  settings: ['department'],
  needs: [
    ['lead_id', 'api_lead_id', 'send_key', 'email', 'phone'],
    ['status', 'is_ftd', 'ftd_at'],
  ],
} as const satisfies ImportOutcomes
