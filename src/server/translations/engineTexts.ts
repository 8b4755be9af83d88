import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import reactAdminTexts from 'ra-language-english'

import type { Texts } from '#schema'

import { firstPageTexts } from '../../texts/firstPage.ts'

/** The engine's texts, in a folder for each language. */
export const textsFolder = fileURLToPath(new URL('../../texts', import.meta.url))

/** The engine's English texts by key: those of react-admin, and before them those of `src/texts/en`. */
export const engineTexts: Texts = {
  ...Object.fromEntries(flat('', reactAdminTexts)),
  ...firstPageTexts,
  ...readTexts(`${textsFolder}/en`),
}

/** Returns the texts of all JSON files of a folder, by key; none where there is no such folder. */
export function readTexts(folder: string): Texts {
  if (!existsSync(folder)) return {}
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'))
  const files = names.map((name): Texts => JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')))
  return Object.assign({}, ...files)
}

function flat(prefix: string, value: unknown): [string, string][] {
  if (typeof value === 'string') return [[prefix, value]]
  return Object.entries(value as object).flatMap(([name, one]) =>
    flat(prefix ? `${prefix}.${name}` : name, one),
  )
}
