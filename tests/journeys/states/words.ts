import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../../')

/** English stands in the code's own files, other languages beside them. */
const foldersOf = (locale: string) =>
  [locale === 'en' ? 'src/texts' : `src/texts/${locale}`, `resources/translations/${locale}`].map(
    (name) => join(root, name),
  )

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
