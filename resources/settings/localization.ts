import { defineResource, field, type RecordOf } from '#schema'

import { settingAccess } from './access.ts'

export type Localization = RecordOf<typeof localization>

export const localization = defineResource('localizations', {
  group: 'Settings',
  icon: 'translate',
  api: 'settings/localization',
  routes: { list: 'settings/localizations' },
  permission: 'settings.localization',
  access: settingAccess('localization'),
  messages: 'setting',
  fields: {
    group: field.text({
      max: 60,
      search: true,
      pattern: [/^[a-z0-9_.]+$/, 'Use a–z, 0–9, _ and dots'],
      help: 'The part of the console: leads, layout, errors …',
    }),
    key: field.text({
      max: 120,
      search: true,
      pattern: [/^[A-Za-z0-9_.]+$/, 'Use letters, digits, _ and dots'],
    }),
    locale: field.reference('locales'),
    value: field.text({
      multiline: true,
      max: 5_000,
      search: true,
      label: 'Text',
      help: 'Placeholders like %{count} stay as in the English text.',
    }),
  },
  title: ['group', 'key'],
  list: ['id', 'group', 'key', 'locale', 'value', 'updated_at'],
  hidden: ['id', 'updated_at'],
  filters: ['group', 'locale'],
  form: ['locale', 'group', 'key', 'value'],
  sort: 'group',
  unique: [['group', 'key', 'locale']],
})
