import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../../')

const foldersOf = (locale: string) =>
  ['src/texts', 'resources/translations'].map((name) => join(root, name, locale))

export type Say = (key: string) => string | RegExp

/** The texts of the console in a language, by their keys; a value in them stands for any text. */
export function wordsIn(locale: string): Say {
  const texts: Record<string, string> = Object.assign(
    {},
    ...foldersOf(locale).flatMap((folder) =>
      readdirSync(folder)
        .filter((file) => file.endsWith('.json'))
        .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8'))),
    ),
  )
  return (key) => {
    const [text] = (texts[`console.${key}`] ?? texts[key] ?? '').split(' |||| ')
    if (!text) throw new Error(`no text ${key} in ${locale}`)
    const parts = text
      .split(/%\{\w+\}/)
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    return parts.length === 1 ? text : new RegExp(`^${parts.join('.*')}$`, 's')
  }
}
