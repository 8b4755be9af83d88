import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../..')

const foldersOf = (language: string) =>
  ['src/texts', 'resources/translations'].map((folder) => join(root, folder, language))

/** Says a text of the console in a language that it ships, as a pattern: placeholders stand for anything. */
export function wordsOf(language: string): (key: string) => RegExp {
  const files = foldersOf(language).flatMap((folder) =>
    readdirSync(folder)
      .filter((file) => file.endsWith('.json'))
      .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8'))),
  )
  const texts: Record<string, string> = Object.assign({}, ...files)
  return (key) => {
    const text = texts[`console.${key}`]
    if (text === undefined) throw new Error(`"${key}" is no text in ${language}`)
    const parts = text
      .split(/%\{\w+\}/)
      .map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&'))
    return new RegExp(`^${parts.join('.*')}$`)
  }
}
