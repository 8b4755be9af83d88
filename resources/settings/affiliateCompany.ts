import { defineResource, field } from '#schema'

import { settingAccess } from './access.ts'

export const affiliateCompany = defineResource('affiliate_companies', {
  group: 'Settings',
  icon: 'domain',
  api: 'settings/affiliate/company',
  routes: { list: 'settings/affiliate/companies' },
  permission: 'settings.affiliateCompany',
  access: settingAccess('affiliateCompany'),
  messages: 'setting',
  softDelete: true,
  fields: {
    name: field.text({ max: 120, unique: true, search: true }),
    is_active: field.boolean({ default: true, label: 'Active' }),
    brokers: field.derived(field.integer({ default: 0, readBy: 'broker.view' })),
    note: field.text({ multiline: true, max: 2_000, optional: true }),
  },
  title: 'name',
  list: ['id', 'name', 'brokers', 'is_active', 'note', 'created_at'],
  hiddenColumns: ['id', 'created_at'],
  filters: ['is_active'],
  form: ['name', 'is_active', 'note'],
  sort: 'name',
  options: {
    permission: 'options.affiliateCompanies.all',
    fields: ['name'],
    activeBy: 'is_active',
  },
})
