import { defineResource, field, type RecordOf } from '#schema'

import { msg } from '../../texts/msg.ts'

export type Localization = RecordOf<typeof localization>

const shownText = { multiline: true, computed: true, optional: true, search: true } as const

/** Every text of the console in every language, with what staff say instead. */
export const localization = defineResource('localizations', {
  group: 'Settings',
  icon: 'text',
  api: 'settings/localization',
  routes: { list: 'settings/localizations' },
  permission: 'settings.localization',
  messages: 'setting',
  operations: ['list', 'show', 'create', 'edit', 'delete', 'export', 'import'],
  fields: {
    group: field.text({
      max: 60,
      search: true,
      pattern: [/^[a-z0-9_.]+$/, msg('use_a_z_0_9_and_dots')],
      help: 'The part of the console: layout, errors, menu …',
    }),
    key: field.text({
      max: 120,
      search: true,
      pattern: [/^[A-Za-z0-9_.]+$/, msg('use_letters_digits_and_dots')],
    }),
    locale: field.reference('locales'),
    english: field.text(shownText),
    shipped: field.text({ ...shownText, label: 'Text of the release' }),
    value: field.text({
      multiline: true,
      max: 5_000,
      optional: true,
      search: true,
      label: 'Own text',
      help: 'Placeholders like %{count} stay as in the English text. Without it the text of the release is shown.',
    }),
    state: field.choice(
      { shipped: 'As released', own: 'Changed', missing: 'Not translated' },
      { computed: true, default: 'own' },
    ),
  },
  title: ['group', 'key'],
  list: ['id', 'group', 'key', 'english', 'locale', 'shipped', 'value', 'state', 'updated_at'],
  hiddenColumns: ['id', 'group', 'updated_at'],
  editableColumns: ['value'],
  filters: ['group', 'locale', 'state'],
  form: ['locale', 'group', 'key', 'value'],
  show: ['locale', 'group', 'key', 'english', 'shipped', 'value', 'state'],
  sort: 'key',
  unique: [['group', 'key', 'locale']],
  import: { fields: ['group', 'key', 'locale', 'value'], settings: ['locale'] },
})
