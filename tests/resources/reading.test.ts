import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

import { describe, expect, test } from 'vitest'

import { business } from '../../resources/index.server.ts'
import { business as reading } from '../../resources/reading.server.ts'

/** A resource of the business with the hook that its rows meet in the thread. */
const prepares = (behaviors: Readonly<Record<string, { prepare?: unknown }>>) =>
  business.resources
    .filter(({ operations }) => operations.includes('import'))
    .map(({ name }) => [name, behaviors[name]?.prepare])

describe('what the thread that reads files loads', () => {
  test('gives every row the form that it has by other ways', () => {
    expect(prepares(reading.behaviors)).toEqual(prepares(business.behaviors))
    expect(reading.resources).toBe(business.resources)
    expect(reading.forbiddenText).toBe(business.forbiddenText)
  })

  test('is none of the server', () => {
    const modules = [
      business.reading,
      ...['conversion', 'convert', 'names/names'].map((name) =>
        String(new URL(`../../src/server/imports/rows/${name}.ts`, import.meta.url)),
      ),
    ]
    const script = `
      import { createRequire } from 'node:module'
      for (const one of ${JSON.stringify(modules)}) await import(one)
      const { cache } = createRequire(${JSON.stringify(import.meta.url)})
      console.log(JSON.stringify(Object.keys(cache)))`
    const output = execFileSync(
      process.execPath,
      ['--import', 'tsx', '--input-type=module', '-e', script],
      { cwd: fileURLToPath(new URL('../..', import.meta.url)) },
    )
    const loaded: string[] = JSON.parse(output.toString())
    const packages = new Set(loaded.map((one) => /node_modules\/([^/]+)/.exec(one)?.[1]))
    expect([...packages]).toContain('sanitize-html')
    for (const name of ['fastify', 'pg', 'undici', 'pino']) expect(packages).not.toContain(name)
  })
})
