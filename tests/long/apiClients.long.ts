import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'leadgate-clients-'))
const run = (command: string, args: readonly string[], cwd = folder) =>
  execFileSync(command, args, { cwd, encoding: 'utf8', maxBuffer: 1e8, stdio: 'pipe' })

beforeAll(() => {
  const document = run('npm', ['run', '--silent', 'openapi'], root)
  writeFileSync(join(folder, 'api.json'), document)
}, 300_000)
afterAll(() => rmSync(folder, { recursive: true }))

/** Compiles a file as strictly as a client would. Throws with what is wrong. */
const compile = (file: string) => {
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--target', 'es2022']
  const world = ['--module', 'nodenext', '--lib', 'es2023,dom,dom.iterable']
  return run(join(root, 'node_modules/.bin/tsc'), [...options, ...world, file])
}

test.each([
  ['openapi-typescript', 'openapi-typescript@7', ['api.json', '-o', 'types.ts'], 'types.ts'],
  [
    'orval',
    'orval@7',
    ['--input', './api.json', '--output', './client.ts', '--client', 'fetch'],
    'client.ts',
  ],
])(
  '%s makes a client of the whole API that compiles',
  (name, version, args, file) => {
    run('npm', ['exec', '--yes', `--package=${version}`, '--', name, ...args])
    expect(compile(file)).toBe('')
  },
  600_000,
)
