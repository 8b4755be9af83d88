import type { Field } from '../../kinds/field.ts'
import { targetOf } from '../../kinds/kinds.ts'
import { isSecret } from '../access.ts'
import { plainHeader } from '../imports/importMapping.ts'
import { childRows } from '../query/joined.ts'
import { sentence } from '../texts/label.ts'
import type { Resource } from '../resource.ts'
import type { Fault } from './throwAll.ts'

export function* importFaults({ fields, operations, import: files }: Resource): Generator<Fault> {
  if (!files) {
    if (operations.includes('import')) {
      yield ['operations', '"import" needs `import`, which names the fields a file may hold']
    }
    return
  }
  if (!operations.includes('import')) yield ['import', 'add "import" to `operations`']
  const brought = new Set([...files.fields, ...(files.settings ?? [])])
  const lacking = (name: string) => !brought.has(name)
  const lines = [...brought].find((name) => isLines(fields[name]))
  if (lines) yield ['import.fields', `"${lines}" are lines, which no file brings. Leave it out`]
  const secret = [...brought].find((name) => isSecret(fields[name]))
  if (secret)
    yield [
      'import.fields',
      `the secret "${secret}" would stand in the clear in what is kept of a file`,
    ]
  yield* headerFaults(fields, files.fields)
  yield* originFaults(fields, files)
  const key = files.keys?.find((name) => lacking(name) && !fields[name]?.options.computed)
  if (key) yield ['import.keys', `no file brings "${key}". Add it to \`import.fields\``]
  const field = Object.entries<Field>(fields).find(
    ([name, one]) => isRequired(one) && lacking(name),
  )
  if (!field) return
  const way = isLines(field[1]) ? '. Give it no `min`, or take "import" from `operations`' : ''
  yield ['import.fields', `"${field[0]}" is required, and no file brings it${way}`]
}

/** Where a record came from is for the server to say. */
function* originFaults(
  fields: Resource['fields'],
  { origin, importer }: NonNullable<Resource['import']>,
): Generator<Fault> {
  const pointers = [
    ['origin', origin, 'imports'],
    ['importer', importer, 'users'],
  ] as const
  for (const [place, name, target] of pointers) {
    const field: Field | undefined = name === undefined ? undefined : fields[name]
    if (!field || (targetOf(field) === target && field.options.computed)) continue
    yield [`import.${place}`, `"${name}" is no computed reference to ${target}`]
  }
}

/** Two fields that one column of a file would be for. */
function* headerFaults(fields: Resource['fields'], names: readonly string[]): Generator<Fault> {
  const owners = new Map(names.map((name) => [plainHeader(name), name]))
  for (const name of names) {
    const own: Field | undefined = fields[name]
    const headers = [own?.options.label ?? sentence(name), ...(own?.options.headers ?? [])]
    for (const header of headers) {
      const owner = owners.get(plainHeader(header)) ?? name
      if (owner !== name)
        yield ['import.fields', `"${header}" is a header of "${owner}" and "${name}"`]
      owners.set(plainHeader(header), name)
    }
  }
}

const isLines = (field: Field | undefined) => field !== undefined && childRows(field) !== undefined

/** Whether a client must give the field with a new record. */
export const isRequired = ({ options: { optional, computed, default: initial } }: Field) =>
  !optional && !computed && initial === undefined
