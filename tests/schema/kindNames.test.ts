import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { expect, it } from 'vitest'

import { kindNames } from '../../src/kinds/kinds.ts'

const root = fileURLToPath(new URL('../../src', import.meta.url))

it('no code outside the folders of kinds asks for the name of a kind: what differs is said there', () => {
  const asking = new RegExp(`\\bkind\\)? [!=]== '(?:${kindNames.join('|')})'`)
  const places = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.startsWith('kinds/'))
    .flatMap((name) =>
      readFileSync(join(root, name), 'utf8')
        .split('\n')
        .filter((line) => asking.test(line))
        .map((line) => `${name}: ${line.trim()}`),
    )
  expect(places).toEqual([])
})
