import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'

import { sentence, singular, type Resource } from '#schema'
import { businessFault, businessFolder, businessPath } from '../server/kernel/businessFolder.ts'
import { runCommand } from './command.ts'
import { declaredIn, granted, listed, permitted, requireRoles } from './declaration.ts'
import { beginBusiness } from './newBusiness.ts'

// npm run resource NAME [-- --folder FOLDER] [--role ROLE …]: registers the declaration of a resource, of which it writes a
// first one where no file of the business holds it, with its permissions, role lines, migration and translation keys. A business that is not
// there is begun.
const usage =
  'Usage: npm run resource NAME [-- --folder FOLDER] [--role ROLE]   (NAME of many records, in a–z, 0–9 and _: regulators)'
const reviews =
  'Translate what the other languages lack, and read the routes that `npx vitest run tests/attacks/platform.test.ts -u` adds to tests/attacks/routes.txt.'
const root = fileURLToPath(new URL('../..', import.meta.url))

async function add(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      folder: { type: 'string', default: 'settings' },
      role: { type: 'string', multiple: true, default: [] },
    },
  })
  const [name = ''] = positionals
  if (!/^[a-z][a-z0-9_]*$/.test(name) || !/^[\w/]+$/.test(values.folder)) throw new Error(usage)
  const fault = businessFault({ isBegun: true })
  if (fault !== undefined) throw new Error(fault)
  for (const begun of beginBusiness(businessFolder)) console.log(`Wrote ${businessPath}/${begun}`)
  const roles = readFileSync(join(businessFolder, 'roles.ts'), 'utf8')
  requireRoles(`${businessPath}/roles.ts`, roles, values.role)
  const path = declaredIn(businessFolder, name) ?? begin(name, values.folder)
  const module: Record<string, Resource> = await import(
    pathToFileURL(join(businessFolder, path)).href
  )
  const [variable, resource] = Object.entries(module).find(([, one]) => one?.name === name) ?? []
  if (!variable || !resource) throw new Error(`${businessPath}/${path} exports no "${name}"`)
  edit('index.ts', `list ${variable} of ./${path}`, (text) => listed(text, variable, path))
  // Without a list of their own the permissions are those of the declarations.
  if (existsSync(join(businessFolder, 'permissions.ts')))
    edit('permissions.ts', 'list them', (text) => permitted(text, resource))
  const view = `${resource.permission}.view`
  for (const role of values.role)
    edit('roles.ts', `give "${view}" to ${role}`, (text) => granted(text, role, view))
  format(['index.ts', 'roles.ts', path])
  run('src/commands/migration.ts', name)
  if (existsSync(join(businessFolder, 'translations'))) run('src/commands/translations.ts')
  if (businessPath === 'resources') console.log(reviews)
}

/** Writes a first declaration. Returns its path. */
function begin(name: string, folder: string): string {
  const variable = camelCase(singular(name))
  const path = `${folder}/${variable}.ts`
  const file = join(businessFolder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, declarationOf(name, variable, sentence(basename(folder))))
  console.log(`Wrote ${businessPath}/${path}: say there what one of the ${name} is.`)
  return path
}

function camelCase(name: string): string {
  return name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase())
}

/** Changes a file of the business. Throws when it has no place for the change, with what is to be done. */
function edit(name: string, todo: string, change: (text: string) => string | undefined): void {
  const file = join(businessFolder, name)
  const text = readFileSync(file, 'utf8')
  const changed = change(text)
  if (changed === undefined) {
    throw new Error(
      `${businessPath}/${name} has not the form that this command knows: ${todo} there by hand, and run it again.`,
    )
  }
  writeFileSync(file, changed)
}

function run(script: string, ...args: string[]): void {
  const options = { cwd: root, stdio: 'inherit' } as const
  execFileSync(process.execPath, ['--import', 'tsx', script, ...args], options)
}

/** Brings files of the business into the form that `npm run check` wants. */
function format(names: readonly string[]): void {
  const files = names.map((name) => join(businessFolder, name))
  execFileSync(process.execPath, ['node_modules/oxfmt/bin/oxfmt', ...files], { cwd: root })
}

const declarationOf = (
  name: string,
  variable: string,
  group: string,
) => `import { defineResource, field, type RecordOf } from '#schema'

export type ${variable[0]?.toUpperCase()}${variable.slice(1)} = RecordOf<typeof ${variable}>

export const ${variable} = defineResource('${name}', {
  group: '${group}',
  icon: 'category',
  api: '${singular(name)}',
  permission: '${variable}',
  fields: {
    name: field.text({ max: 120, unique: true, search: true }),
  },
  title: 'name',
  list: ['id', 'name', 'created_at'],
  form: ['name'],
  sort: 'name',
})
`

await runCommand(add)
