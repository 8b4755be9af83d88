import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { readNaming } from '../../../src/server/kernel/productName.ts'

const folder = mkdtempSync(join(tmpdir(), 'business-'))
const named = (content: string) => {
  writeFileSync(join(folder, 'business.json'), content)
  return () => readNaming(folder, 'clinic')
}

test('a business without a file goes by the name of the engine', () => {
  expect(readNaming(join(folder, 'other'), 'other').name).toBe('Leadgate')
})

test('the console is called as the business says', () => {
  expect(named('{ "name": " Clinic & Sons " }')().name).toBe('Clinic & Sons')
})

test('its sign-in page says the sentence of the business, and the one of the engine without it', () => {
  expect(named('{ "name": "Clinic", "claim": "In good hands." }')().claim).toBe('In good hands.')
  expect(named('{ "name": "Clinic" }')().claim).toBe('')
  expect(named(`{ "name": "Clinic", "claim": "${'x'.repeat(81)}" }`)).toThrow(
    'clinic/business.json: "claim" is the sentence of the sign-in page',
  )
})

test.each(['{}', '{ "name": "" }', '{ "name": 7 }', `{ "name": "${'x'.repeat(41)}" }`])(
  '%s is refused with its place',
  (content) => expect(named(content)).toThrow('clinic/business.json: give the console a name'),
)
