import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { afterAll, describe, expect, test } from 'vitest'

import { blocksOf } from '../docs/blocks.ts'

const root = resolve(import.meta.dirname, '../..')

describe('the code of the manual', () => {
  const folder = join(root, 'dist/manual')
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('compiles', { timeout: 120_000 }, () => {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    const pages = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'))
    for (const page of pages.filter((name) => name !== 'declaring.md')) {
      const blocks = blocksOf(page)
      if (blocks.length > 0) mkdirSync(join(folder, page))
      for (const { name, code } of blocks) writeFileSync(join(folder, page, name), code)
    }
    expect(readdirSync(folder).length).toBeGreaterThan(3)
    const config = {
      extends: '../../tsconfig.json',
      include: ['.', '../../src/browser/ui/theme/stylis.d.ts'],
      exclude: [],
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
    const tsc = join(root, 'node_modules/typescript/bin/tsc')
    const { stdout } = spawnSync(process.execPath, [tsc, '--noEmit', '-p', folder], {
      encoding: 'utf8',
    })
    expect(stdout).toBe('')
  })
})
