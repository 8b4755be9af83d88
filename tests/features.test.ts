import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = 'src/features'
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'src', 'resources'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((name) => /\.tsx?$/.test(name))

/** What each file imports, types and lazy parts included, by its path from the root. */
const imports = files.map((name) => {
  const code = readFileSync(join(root, name), 'utf8')
  const found = [...code.matchAll(/(?:from\s+|import\(\s*|import\s+)'(\.[^']+)'/g)]
  return {
    name,
    targets: found.map(([, path = '']) => relative(root, join(root, dirname(name), path))),
  }
})

const isRegistry = (name: string) => dirname(name) === folder

const features = readdirSync(join(root, folder), { withFileTypes: true })
  .filter((one) => one.isDirectory())
  .map(({ name }) => name)

describe.each(features)('the feature %s', (feature) => {
  const own = `${folder}/${feature}/`

  it('is named by nothing outside its folder but the registries', () => {
    const users = imports.filter(
      ({ name, targets }) => !name.startsWith(own) && targets.some((one) => one.startsWith(own)),
    )
    expect(users.length).toBeGreaterThan(0)
    expect(users.map(({ name }) => name).filter((name) => !isRegistry(name))).toEqual([])
  })
})
