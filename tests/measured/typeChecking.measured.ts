import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const folder = join(root, 'node_modules/.cache/typeChecking')

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The declarations and hooks of a business with this many resources of thirty fields. */
function business(count: number): string {
  const names = Array.from({ length: count }, (_, index) => `things_${index}`)
  const resources = names.map((name, index) => declaration(name, names[index - 1])).join('\n')
  const hooks = names.map(
    (name) => `${name}: {
    actions: { async close({ records: all, input }, { records }) {
      for (const { id, field_0 } of all) {
        await records(${name}).update(id, { field_0: field_0 ?? input.word })
      }
    } },
  },`,
  )
  return `import { defineResource, defineResources, field } from '#schema'
import type { Behaviors } from '#server'
${resources}
export const resources = defineResources([${names.join(', ')}])
export const behaviors = { ${hooks.join('\n')} } satisfies Behaviors<typeof resources>
`
}

function declaration(name: string, before: string | undefined): string {
  const kinds = [
    'field.text({ max: 80, optional: true, search: true })',
    'field.integer({ optional: true })',
    "field.choice({ new: 'New', old: 'Old' }, { optional: true })",
    'field.money({ default: 0 })',
    'field.timestamp({ optional: true, index: true })',
    before ? `field.reference('${before}', { optional: true })` : 'field.date({ optional: true })',
  ]
  const fields = Array.from(
    { length: 30 },
    (_, index) => `    field_${index}: ${kinds[index % 6]},`,
  ).join('\n')
  const listed = "['field_0', 'field_1', 'field_2', 'field_3', 'field_4', 'field_5']"
  return `const ${name} = defineResource('${name}', {
  group: 'Things',
  permission: '${name.replace('_', '.')}',
  fields: {
${fields}
  },
  title: 'field_0',
  list: ${listed},
  form: ${listed},
  actions: { close: { label: 'Close', permission: 'things.close', input: { word: field.text({ max: 20 }) },
    when: ({ field_2 }) => field_2 === 'new' } },
})`
}

/** Seconds of checking as the compiler counts them: what the engine itself costs stands in both. */
function secondsFor(count: number): number {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'business.ts'), business(count))
  const compilerOptions = { incremental: false, tsBuildInfoFile: null, types: ['node'] }
  const files = { include: ['*.ts'], exclude: [] }
  const project = { extends: '../../../tsconfig.json', ...files, compilerOptions }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(project))
  // In one thread: how long others of it wait for a processor says nothing about the types.
  const options = ['--noEmit', '--extendedDiagnostics', '--singleThreaded']
  const told = execFileSync('npx', ['tsc', '-p', folder, ...options], {
    cwd: root,
    encoding: 'utf8',
  })
  return Number(/^Check time:\s+([\d.]+)s/m.exec(told)?.[1])
}

test('sixty resources of thirty fields cost at most two seconds of type-checking', () => {
  const [engine, sixty] = [secondsFor(1), secondsFor(60)]
  expect(sixty - engine, `${engine} s with one, ${sixty} s with sixty`).toBeLessThanOrEqual(2)
})
