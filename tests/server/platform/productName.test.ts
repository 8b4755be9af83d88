import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { readName } from '../../../src/server/kernel/productName.ts'

const folder = mkdtempSync(join(tmpdir(), 'business-'))
const named = (content: string) => {
  writeFileSync(join(folder, 'business.json'), content)
  return () => readName(folder, 'clinic')
}

test('a business without a file goes by the name of the engine', () => {
  expect(readName(join(folder, 'other'), 'other')).toBe('Leadgate')
})

test('the console is called as the business says', () => {
  expect(named('{ "name": " Clinic & Sons " }')()).toBe('Clinic & Sons')
})

test.each(['{}', '{ "name": "" }', '{ "name": 7 }', `{ "name": "${'x'.repeat(41)}" }`])(
  '%s is refused with its place',
  (content) => expect(named(content)).toThrow('clinic/business.json: give the console a name'),
)
