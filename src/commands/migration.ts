import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { checkResources } from '#schema'

import { loadBusiness } from '../server/kernel/business.ts'
import { businessFolder, businessPath } from '../server/kernel/businessFolder.ts'
import { migrationNames } from '../server/database/migration/migrationFiles.ts'
import { migrationText, planInMemory } from '../server/database/migration/plan.ts'
import { runCommand } from './command.ts'

// npm run migration -- NAME [--allow-destructive]
const usage = 'Usage: npm run migration -- NAME [--allow-destructive]   (NAME in a–z, 0–9 and _)'
const directory = join(businessFolder, 'migrations')

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'allow-destructive': { type: 'boolean', default: false } },
})
const [name = ''] = positionals
await runCommand(async () => console.log(await generate(name, values['allow-destructive'])))

async function generate(name: string, mayLose: boolean): Promise<string> {
  if (!/^[a-z][a-z0-9_]*$/.test(name)) throw new Error(usage)
  const { resources } = await loadBusiness()
  checkResources(resources)
  await mkdir(directory, { recursive: true })
  const steps = await planInMemory(resources, directory)
  if (steps.length === 0) return 'Nothing to do: the migrations make what the resources declare.'
  const risks = steps.flatMap(({ risk }) => risk ?? [])
  if (risks.length > 0 && !mayLose) {
    throw new Error(
      `Not written, as it may fail or lose data:\n  ${risks.join('\n  ')}\nSay \`renamedFrom\` for a rename, give a new field a default, or allow it: npm run migration -- ${name} --allow-destructive`,
    )
  }
  const file = `${await nextNumber()}_${name}.sql`
  await writeFile(join(directory, file), migrationText(name, steps))
  return `Wrote ${businessPath}/migrations/${file}: read it, then commit it with the declaration.`
}

async function nextNumber(): Promise<string> {
  const numbers = (await migrationNames(directory)).map((one) => Number.parseInt(one, 10) || 0)
  return String(Math.max(0, ...numbers) + 1).padStart(4, '0')
}
