import { expect, test } from 'vitest'

import { checkResources, defineResource, extend, field } from '#schema'

const person = defineResource('people', {
  permission: 'person',
  fields: { name: field.text() },
  title: 'name',
  list: ['name'],
  form: ['name'],
})

test('a resource of the system gets further fields, and views that name them', () => {
  const sender = extend(person, {
    fields: { is_sender: field.boolean({ default: false }) },
    list: ['name', 'is_sender'],
  })
  expect(Object.keys(sender.fields)).toEqual(['name', 'is_sender'])
  expect(sender).toMatchObject({ name: 'people', list: ['name', 'is_sender'], form: ['name'] })
  expect(Object.keys(person.fields)).toEqual(['name'])
})

test('an extension that names no field is refused with its place', () => {
  const broken = extend(person, { fields: {}, list: ['nothing' as 'name'] })
  expect(() => checkResources([broken])).toThrow('people.list: no field "nothing"')
})
