import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { afterAll, describe, expect, test } from 'vitest'

import { blocksOf } from '../docs/blocks.ts'

const root = resolve(import.meta.dirname, '../..')

describe('the code of the manual', () => {
  const config = join(root, 'dist/manual.json')
  // As deep as the folder of a business in the repository may be: the code of a page names what is beside that.
  const folders = readdirSync(join(root, 'docs'))
    .filter((page) => page.endsWith('.md') && page !== 'declaring.md')
    .map((page) => ({ page, folder: join(root, 'dist', `manual.${page}`) }))
  const remove = () => {
    for (const one of [config, ...folders.map(({ folder }) => folder)])
      rmSync(one, { recursive: true, force: true })
  }
  afterAll(remove)

  test('compiles', { timeout: 120_000 }, () => {
    remove()
    const written = folders.flatMap(({ page, folder }) => {
      mkdirSync(folder, { recursive: true })
      return blocksOf(page).map(({ name, code }) => writeFileSync(join(folder, name), code))
    })
    expect(written.length).toBeGreaterThan(3)
    const project = {
      extends: '../tsconfig.json',
      include: ['manual.*/*', '../src/browser/ui/theme/stylis.d.ts'],
      exclude: [],
    }
    writeFileSync(config, JSON.stringify(project))
    const tsc = join(root, 'node_modules/typescript/bin/tsc')
    const { stdout } = spawnSync(process.execPath, [tsc, '--noEmit', '-p', config], {
      encoding: 'utf8',
    })
    expect(stdout).toBe('')
  })
})
