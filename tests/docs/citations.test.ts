import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

const under = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) =>
    join(folder, path),
  )

const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** Texts that stand somewhere else: whoever reads the code has only what is in the repository. */
const elsewhere = /product\.md|specification \d|\bfindings\b|\bnotes\//i

describe('comments and pages cite only what is in the repository:', () => {
  test.each(['src', 'docs', 'examples'])('%s', (folder) => {
    const texts = under(folder).filter((path) => /\.(?:tsx?|js|css|sql|md)$/.test(path))
    expect(texts.length).toBeGreaterThan(5)
    const cited = texts.flatMap((path) =>
      read(path)
        .split('\n')
        .flatMap((line, at) => (elsewhere.test(line) ? [`${path}:${at + 1} ${line.trim()}`] : [])),
    )
    expect(cited).toEqual([])
  })
})

describe('the files and folders that a page names are there:', () => {
  const folders = ['src', 'tests', 'docs', 'resources', 'examples', '.github']
  const all = [...readdirSync(root), ...folders.flatMap(under)].map((path) => `/${path}`)
  const pages = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'))

  test.each(pages.map((page) => `docs/${page}`))('%s', (page) => {
    // The files of an example are its own.
    const text = read(page).replaceAll(/^```tsx?\n[^]*?^```$/gm, '')
    const files = text.match(/(?<![\w/.*-])[\w-]+(?:\/[\w.-]+)*\.(?:tsx?|md|css|sql)\b/g) ?? []
    // A word in capitals stands for a name of the reader's own.
    const named = text.match(/`(?:src|tests|docs|resources|examples)\/[a-z][\w./-]*`/g) ?? []
    const missing = [
      ...files.filter((one) => !all.some((path) => path.endsWith(`/${one}`))),
      ...named.filter(
        (one) => !/\b[A-Z]+\b/.test(one) && !existsSync(join(root, one.slice(1, -1))),
      ),
    ]
    expect(missing).toEqual([])
  })
})
