import { defineResource, field } from '#schema'

import { settingAccess } from './access.ts'
import { msg } from '../msg.ts'

export const language = defineResource('languages', {
  group: 'Settings',
  icon: 'voice',
  api: 'settings/language',
  routes: { list: 'settings/languages' },
  permission: 'settings.language',
  access: settingAccess('language'),
  messages: 'setting',
  fields: {
    name: field.text({ max: 60, unique: true, search: true }),
    code: field.text({
      max: 2,
      unique: true,
      search: true,
      pattern: [/^[a-z]{2}$/, msg('enter_a_code_of_iso_639_1')],
    }),
    native_name: field.text({ max: 60, optional: true, search: true }),
    is_active: field.boolean({ default: true, label: 'Active' }),
  },
  title: 'name',
  withTitle: ['code'],
  codes: { language: 'code' },
  list: ['id', 'name', 'code', 'native_name', 'is_active'],
  hiddenColumns: ['id'],
  filters: ['is_active'],
  form: ['name', 'code', 'native_name', 'is_active'],
  sort: 'name',
  options: {
    permission: 'options.languages.all',
    fields: ['name', 'code'],
    activeBy: 'is_active',
  },
})
