import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { describe, expect, test } from 'vitest'

import { checkResources } from '#schema'

import { examples } from '../../docs/examples/index.ts'
import { declaringText } from '../../src/commands/manual.ts'

const root = resolve(import.meta.dirname, '../..')
const chapters = declaringText().split(/^### /m).slice(1)

describe('docs/declaring.md', () => {
  test('is what the types say', () => {
    expect(readFileSync(join(root, 'docs/declaring.md'), 'utf8')).toBe(declaringText())
  })

  test.each(chapters.map((text) => [text.slice(0, text.indexOf('\n')), text]))(
    'says what %s does, with an example',
    (name, text) => {
      const [words = ''] = text.slice(name.length).split('```ts')
      expect(words.trim(), name).not.toBe('')
      // Either one that compiles, or a short one within the words.
      expect(text, name).toMatch(/^```tsx?$|`\w+: .+`/m)
    },
  )

  test.each([
    ['An action', 'on', "on: 'list',"],
    ['A check', 'on', "on: 'to_date',"],
    ['A schedule', 'at', "at: '02:30',"],
    ['How files are taken in', 'keys', "keys: ['name'],"],
    ['Hooks, beside a declaration', 'sameWithin', 'sameWithin: 30,'],
    ['What hangs on screens, beside a declaration', 'listTop', 'listTop: () =>'],
  ])('12.8 shows in "%s" what stands there by the name of `%s`', (title, key, example) => {
    const [, chapter = ''] = declaringText().split(`## ${title}\n`)
    const [, said = ''] = chapter.split(`### \`${key}\`\n`)
    expect(said.split('### ')[0]).toContain(example)
  })

  test('has examples that a server would start with', () => {
    expect(() => checkResources(examples)).not.toThrow()
  })
})
