import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import {
  declaredIn,
  granted,
  listed,
  permitted,
  requireRoles,
} from '../../src/commands/declaration.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'business-'))
  await mkdir(join(folder, 'desk'))
  await writeFile(join(folder, 'desk/animals.ts'), "const owner = defineResource('owners', {})")
  await writeFile(join(folder, 'animals.test.ts'), "const cat = defineResource('cats', {})")
})
afterAll(() => rm(folder, { recursive: true }))

test('a resource is found in whatever file of the business declares it, but in no test', () => {
  expect(declaredIn(folder, 'owners')).toBe('desk/animals.ts')
  expect(declaredIn(folder, 'cats')).toBeUndefined()
  expect(declaredIn(join(folder, 'none'), 'owners')).toBeUndefined()
})

test('a role that is not there is told with those that are', () => {
  const text = "[{ name: 'Administrator', permissions: [] }, { name: 'Staff', permissions: [] }]"
  expect(() => requireRoles('clinic/roles.ts', text, ['Staff'])).not.toThrow()
  expect(() => requireRoles('clinic/roles.ts', text, ['Staff', 'Reception'])).toThrow(
    'clinic/roles.ts has no role "Reception". There are Administrator, Staff',
  )
})

test('a list of permissions takes those of a resource where it names all, and needs none elsewhere', () => {
  const cat = { permission: 'cat', label: 'Cats', group: 'Pets' }
  const all = "[\n  ...group('Option lists', 'options.', {}),\n]"
  const listed =
    "[\n  ...records('Pets', 'cat', 'cats'),\n  ...group('Option lists', 'options.', {}),\n]"
  expect(permitted(all, cat)).toBe(listed)
  expect(permitted(listed, cat)).toBe(listed)
  expect(permitted('[...systemPermissions]', cat)).toBe('[...systemPermissions]')
})

test('a role is given what it sees, however its list is written, and once', () => {
  const written = "[{ name: 'Boss', permissions: ['*'] }, { name: 'Staff', permissions: [...own] }]"
  const given =
    "[{ name: 'Boss', permissions: ['*'] }, { name: 'Staff', permissions: ['cat.view', ...own] }]"
  expect(granted(written, 'Staff', 'cat.view')).toBe(given)
  expect(granted(given, 'Staff', 'cat.view')).toBe(given)
  expect(granted(written, 'Boss', 'cat.view')).toBe(written)
  const lines = "  name: 'Staff',\n    permissions: [\n      ...own,\n    ],"
  expect(granted(lines, 'Staff', 'cat.view')).toContain("permissions: ['cat.view', \n      ...own")
  expect(granted("{ name: 'Staff', permissions: all(own) }", 'Staff', 'cat.view')).toBeUndefined()
})

test('a resource is listed once, however the list is written', () => {
  const written = "import { cat } from './cat.ts'\n\nconst own = [cat] as const"
  const both = listed(written, 'dog', 'pets/dog.ts')
  expect(both).toBe(
    "import { cat } from './cat.ts'\nimport { dog } from './pets/dog.ts'\n\nconst own = [\n  dog,cat] as const",
  )
  expect(listed(both!, 'dog', 'pets/dog.ts')).toBe(both)
  expect(listed('export const resources = []', 'dog', 'pets/dog.ts')).toBeUndefined()
})
