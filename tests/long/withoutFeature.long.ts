import { execFileSync } from 'node:child_process'
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { afterAll, beforeAll, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const feature = 'explain'
let copy: string

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'without-feature-'))
  for (const name of ['src', 'resources', 'index.html', 'package.json', 'tsconfig.json']) {
    cpSync(join(root, name), join(copy, name), { recursive: true })
  }
  // What the build is set up by has the order of tests in it.
  for (const name of ['vite.config.ts', 'tests/order.ts'])
    cpSync(join(root, name), join(copy, name))
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  const folder = join(copy, 'src/features')
  rmSync(join(folder, feature), { recursive: true })
  for (const name of readdirSync(folder).filter((one) => one.endsWith('.ts'))) {
    const path = join(folder, name)
    writeFileSync(path, withoutLines(readFileSync(path, 'utf8')))
  }
})
afterAll(() => rmSync(copy, { recursive: true }))

/** The registry without the feature's import and its entry in the list. */
const withoutLines = (code: string): string =>
  code
    .replaceAll(new RegExp(`^import .*'\\./${feature}/.*\\n`, 'gm'), '')
    .replaceAll(new RegExp(`^ *\\{ routes: ${feature}Routes \\},\\n`, 'gm'), '')
    .replaceAll(new RegExp(`\\b${feature},\\s+`, 'g'), '')

const run = (file: string, ...options: string[]) =>
  execFileSync(process.execPath, [join(root, 'node_modules', file), ...options], {
    cwd: copy,
    // The compiler tells mistakes on its standard output.
    stdio: 'inherit',
  })

it('compiles and builds without the folder of a feature and its lines in the registries', () => {
  const path = join(copy, 'src/features/index.browser.ts')
  expect(readFileSync(path, 'utf8')).not.toContain(feature)
  run('typescript/bin/tsc', '--noEmit', '--incremental', 'false')
  run('vite/bin/vite.js', 'build')
  expect(readdirSync(join(copy, 'dist/browser'))).toContain('index.html')
}, 300_000)
