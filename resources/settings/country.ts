import { defineResource, field, type RecordOf } from '#schema'

import { settingAccess } from './access.ts'

export type Country = RecordOf<typeof country>

export const country = defineResource('countries', {
  group: 'Settings',
  icon: 'public',
  api: 'settings/country',
  routes: { list: 'settings/countries' },
  permission: 'settings.country',
  access: settingAccess('country'),
  messages: 'setting',
  fields: {
    name: field.text({ max: 80, unique: true, search: true }),
    full_name: field.text({ max: 120, optional: true }),
    capital: field.text({ max: 80, optional: true }),
    iso_3166_2: field.text({
      max: 2,
      unique: true,
      search: true,
      label: 'Code (2 letters)',
      pattern: [/^[A-Z]{2}$/, 'Enter two capital letters, like DE'],
    }),
    iso_3166_3: field.text({
      max: 3,
      unique: true,
      search: true,
      label: 'Code (3 letters)',
      pattern: [/^[A-Z]{3}$/, 'Enter three capital letters, like DEU'],
    }),
    flag: field.text({ max: 8 }),
    currency: field.text({ max: 60, optional: true }),
    currency_code: field.text({
      max: 3,
      optional: true,
      pattern: [/^[A-Z]{3}$/, 'Enter a code of ISO 4217, like EUR'],
    }),
    currency_symbol: field.text({ max: 10, optional: true }),
    calling_code: field.text({
      max: 7,
      optional: true,
      pattern: [/^\d{1,7}$/, 'Enter digits only, like 49'],
    }),
    region_code: field.text({
      max: 3,
      optional: true,
      pattern: [/^\d{3}$/, 'Enter a code of UN M49, like 150'],
    }),
    sub_region_code: field.text({
      max: 3,
      optional: true,
      pattern: [/^\d{3}$/, 'Enter a code of UN M49, like 155'],
    }),
    eea: field.boolean({ default: false, label: 'European Economic Area' }),
    is_active: field.boolean({ default: true, label: 'Active' }),
  },
  title: 'name',
  embed: ['flag', 'iso_3166_2'],
  list: [
    'id',
    'flag',
    'name',
    'iso_3166_2',
    'iso_3166_3',
    'calling_code',
    'currency_code',
    'region_code',
    'eea',
    'is_active',
    'full_name',
    'capital',
    'currency',
    'currency_symbol',
    'sub_region_code',
  ],
  hidden: ['id', 'full_name', 'capital', 'currency', 'currency_symbol', 'sub_region_code'],
  inline: ['is_active'],
  filters: ['eea', 'is_active', 'region_code', 'currency_code'],
  form: {
    Names: ['name', 'full_name', 'capital', 'iso_3166_2', 'iso_3166_3', 'flag'],
    Region: ['region_code', 'sub_region_code', 'eea', 'calling_code'],
    Currency: ['currency', 'currency_code', 'currency_symbol'],
    State: ['is_active'],
  },
  sort: 'name',
  options: {
    permission: 'options.countries.all',
    fields: ['name', 'iso_3166_2', 'iso_3166_3', 'flag'],
    activeBy: 'is_active',
  },
})
