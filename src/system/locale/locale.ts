import { defineResource, field } from '#schema'

import { msg } from '../../texts/msg.ts'

/** The languages of the console. Exactly one is the default, which new people are given. */
export const locale = defineResource('locales', {
  group: 'Settings',
  icon: 'translate',
  api: 'settings/locale',
  routes: { list: 'settings/locales' },
  permission: 'settings.locale',
  messages: 'setting',
  fields: {
    code: field.text({
      max: 35,
      unique: true,
      search: true,
      pattern: [/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/, msg('enter_a_code_of_bcp_47_like')],
    }),
    name: field.text({ max: 60, search: true }),
    is_active: field.boolean({ default: true, label: 'Active' }),
    is_default: field.boolean({ default: false, label: 'Default' }),
    translated: field.derived(field.integer({ default: 0, label: 'Texts translated, %' })),
    rtl: field.boolean({ default: false, label: 'Right to left' }),
  },
  title: 'name',
  list: ['id', 'code', 'name', 'is_active', 'is_default', 'translated', 'rtl', 'updated_at'],
  hiddenColumns: ['id', 'updated_at'],
  filters: ['is_active'],
  form: ['code', 'name', 'is_active', 'is_default', 'rtl'],
  sort: 'name',
  options: {
    permission: ['settings.localization.create', 'settings.localization.update'],
    fields: ['name', 'code'],
  },
})
