import { defineResource, field } from '#schema'

export const call = defineResource('calls', {
  permission: 'hire.call',
  size: 'large',
  messages: 'setting',
  fields: {
    number: field.phone({ index: 'lookup' }),
    at: field.timestamp({ index: true }),
  },
  title: 'number',
  list: ['number', 'at'],
  form: ['number', 'at'],
})

export const busyHour = defineResource('busy_hours', {
  permission: 'hire.call',
  operations: ['list'],
  view: { sorts: ['at'] },
  fields: { at: field.timestamp(), calls: field.integer() },
  title: 'at',
  list: ['at', 'calls'],
  form: [],
})

export const desk = defineResource('desks', {
  permission: 'hire.desk',
  fields: {
    name: field.text({
      textKey: ({ name }) => `desks.${String(name)}`,
    }),
    parent: field.parent(),
    password: field.password(),
    opens: field.time({ default: '09:00' }),
    zone: field.timeZone({ optional: true }),
    languages: field.words({ max: 10, each: 20, optional: true }),
    plan: field.file({ types: ['application/pdf'], megabytes: 5, optional: true }),
    photo: field.image({ optional: true }),
    rules: field.richText({ max: 5_000, optional: true }),
    has_phone: field.boolean({ default: false, inSession: true }),
    position: field.integer({ min: 0, default: 100 }),
  },
  title: 'name',
  list: ['name', 'parent'],
  sort: 'position',
  arranged: 'position',
  form: [
    'name',
    'parent',
    'password',
    'opens',
    'zone',
    'languages',
    'plan',
    'photo',
    'rules',
    'has_phone',
    'position',
  ],
  options: { permission: 'options.desks' },
})
