import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const refusing = /\b(?:invalid|conflict|forbidden|notFound|tooMany|unauthenticated|ValueError)\(/
const sentence = /['"`][A-Z][a-z]* [a-z]/

it('what is refused is said by a key of the catalogue, so that every language has it', () => {
  const places = ['src', 'resources'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .flatMap((name) =>
        readFileSync(join(root, folder, name), 'utf8')
          .split('\n')
          .filter((line) => !/^\s*(?:\*|\/[*/])/.test(line))
          .filter((line) => sentence.test(line.slice(line.search(refusing) >>> 0)))
          .map((line) => `${folder}/${name}: ${line.trim()}`),
      ),
  )
  expect(places).toEqual([])
})
