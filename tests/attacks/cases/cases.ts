import { can, defineResource, defineResources, either, field, both, own, type Rule } from '#schema'
import type { Behavior } from '#server'

import { accounts } from '../../fixtures/accounts.ts'
import { importRecordOf, jobOf } from '#system'

/** Whoever holds `case.all`, and owners with the permission of the act. */
const owners = (act: string): Rule =>
  either(can('case.all'), both(can(`case.${act}`), own('owner')))

/** Cases seen only by their owners, with a value of every degree of secrecy. */
const officeCase = defineResource('cases', {
  api: 'office/case',
  permission: 'case',
  softDelete: true,
  operations: ['list', 'show', 'create', 'edit', 'delete', 'export', 'import'],
  access: {
    list: owners('view'),
    show: owners('view'),
    create: owners('create'),
    edit: owners('update'),
    delete: owners('delete'),
    export: owners('export'),
    import: owners('import'),
  },
  fields: {
    name: field.text({ max: 80, search: true }),
    code: field.text({ max: 20, optional: true, unique: true }),
    owner: field.reference('users'),
    parent: field.reference('cases', { optional: true }),
    related: field.references('cases'),
    pin: field.text({ optional: true, readBy: 'case.pin', writeBy: 'case.pin', search: true }),
    plan: field.json({ optional: true, readBy: 'case.pin' }),
    watchers: field.references('users', { readBy: 'case.pin' }),
    phone: field.phone({ optional: true, unmaskBy: 'case.phone', search: true }),
    door: field.password({ optional: true }),
    key: field.secret({ optional: true }),
    level: field.choice({ low: 'Low', high: 'High' }, { default: 'low' }),
    due: field.date({ optional: true }),
    note: field.text({ optional: true, multiline: true }),
    terms: field.richText({ optional: true }),
    rank: field.integer({ computed: true, default: 0 }),
  },
  title: 'name',
  list: ['id', 'name', 'owner', 'parent'],
  filters: ['owner', 'level', 'due', 'phone'],
  form: ['name', 'code', 'owner', 'parent', 'phone', 'due'],
  sort: 'pin',
  options: { permission: 'options.cases', fields: ['name', 'parent'] },
  import: {
    fields: ['name', 'code', 'owner', 'pin', 'phone', 'due', 'note', 'terms'],
    keys: ['code'],
  },
  actions: {
    hand: {
      label: 'Hand over',
      permission: 'case.hand',
      bulk: true,
      input: { to: field.reference('cases'), key: field.secret({ optional: true }) },
    },
  },
})

/** Contacts whose very title is masked or hidden from most people. */
const contact = defineResource('contacts', {
  permission: 'contact',
  fields: {
    alias: field.text({ max: 40, unmaskBy: 'contact.names', search: true }),
    code_name: field.text({ max: 40, readBy: 'contact.code', search: true }),
    city: field.text({ max: 40, optional: true }),
  },
  title: ['alias', 'code_name'],
  list: ['id', 'city'],
  form: ['alias', 'code_name', 'city'],
  options: { permission: 'options.contacts', fields: ['city'] },
})

/** Rules that know of nothing the user has: they let nobody in. */
const rules = {
  none: () => ({ id: { in: [] } }),
  nobody: () => ({ id: { in: [null] } }),
  missing: () => ({ team: undefined }),
  either: () => ({ any: [] }),
  range: () => ({ id: { from: undefined } }),
} as unknown as Record<string, Rule>

export const empties = Object.entries(rules).map(([name, rule]) =>
  defineResource(`empty_${name}`, {
    permission: 'empty',
    operations: ['list', 'show', 'edit', 'delete', 'export'],
    access: { list: rule, show: rule, edit: rule, delete: rule, export: rule },
    fields: { team: field.text({ optional: true }) },
    title: 'team',
    list: ['team'],
    form: ['team'],
  }),
)

const caseBehavior: Behavior<typeof officeCase> = {
  actions: {
    async hand({ records, input }, { records: of }) {
      for (const { id } of records) await of(officeCase).update(id, { parent: input.to })
    },
  },
}

export const officeBehaviors = { cases: caseBehavior as never }

export const office = defineResources([
  ...accounts,
  jobOf(),
  importRecordOf([officeCase]),
  officeCase,
  contact,
  ...(empties as [(typeof empties)[0]]),
])

/** The office as threads load it too. */
export const business = {
  module: import.meta.url,
  resources: office,
  behaviors: officeBehaviors,
}
