import { expect, test } from 'vitest'

import { checkResources, defineResource, defineResources, extend, field } from '#schema'
import { systemResources, user } from '#system'

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

test('a business that lists an extended resource of the system gets all the others beside it', () => {
  const staff = extend(user, { fields: { is_vet: field.boolean({ default: false }) } })
  const own = [person, staff] as const
  const all = defineResources([...own, ...systemResources(own)])
  expect(() => checkResources(all)).not.toThrow()
  expect(all.filter(({ name }) => name === 'users')).toEqual([all[1]])
  expect(all.map(({ name }) => name).slice(1, 5)).toEqual([
    'users',
    'roles',
    'permissions',
    'audit_entries',
  ])
  const rest = systemResources(own)
  expect(rest[0].name satisfies 'roles').toBe('roles')
  expect(systemResources([person]).map(({ name }) => name)).toContain('users')
})
