import { describe, expect, test } from 'vitest'

import { kindNames, kindOf, ValueError, type User, validateNew } from '#schema'

import { importText } from '../../src/kinds/kinds.server.ts'
import { hostile, importContext, samples } from '../fixtures/kinds.ts'
import { timesAsLong } from './pace.ts'

const user: User = {
  id: 1,
  name: 'U',
  email: 'u@example.com',
  permissions: new Set(),
}

const accents = 'é'.repeat(200_000)

/** What reading a long text is measured with. */
const normalize = () => accents.normalize('NFD')

const long = hostile.filter(({ length }) => length > 1_000)

describe.each(kindNames)('a %s reads hostile text at once:', (name) => {
  const { field } = samples[name]
  const kind = kindOf(field)
  test.each(long.map((text) => [text.slice(0, 20), text]))('%j', async (_start, text) => {
    const read = () => {
      validateNew({ one: field }, user, { one: text })
      orRefused(() => kind.operand(text, field))
      orRefused(() => importText(text, field, importContext))
    }
    expect(await timesAsLong(read, normalize, 200)).toBeLessThan(200)
  })
})

function orRefused(read: () => unknown): void {
  try {
    read()
  } catch (error) {
    if (!(error instanceof ValueError)) throw error
  }
}
