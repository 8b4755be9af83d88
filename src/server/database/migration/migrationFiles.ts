import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A part of a migration file. A file has one, or a second one that runs outside a transaction. */
export interface Part {
  readonly name: string
  readonly text: string
  readonly isOutside: boolean
}

export const engineDirectory = fileURLToPath(new URL('./engine', import.meta.url))

const border = /^-- outside transaction\s*$/m

/** The parts of all `*.sql` files, in the order in which they run: directory by directory, file by file. */
export async function readParts(directories: readonly string[]): Promise<Part[]> {
  const groups = await Promise.all(
    directories.map(async (directory, index) => {
      const files = (await migrationNames(directory)).map((name) =>
        readFile(join(directory, `${name}.sql`), 'utf8').then((text) => ({
          name: `${index + 1}/${name}`,
          text,
        })),
      )
      return (await Promise.all(files)).flatMap(({ name, text }) => partsOf(name, text))
    }),
  )
  return groups.flat()
}

/** The names of a directory's migration files, without their ending, in order. */
export async function migrationNames(directory: string): Promise<string[]> {
  const files = await readdir(directory)
  return files
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.slice(0, -'.sql'.length))
    .sort()
}

function partsOf(name: string, text: string): Part[] {
  const [inside = '', outside] = text.split(border, 2)
  const first = { name, text: inside, isOutside: false }
  return outside === undefined
    ? [first]
    : [first, { name: `${name} (outside)`, text: outside, isOutside: true }]
}

/** The statements of a text that runs outside a transaction; each ends with its line. */
export function statementsOf(text: string): string[] {
  return text
    .replaceAll(/^--.*$/gm, '')
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter(Boolean)
}
