import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import type { Texts } from '#schema'

import type { Business } from '../kernel/backend.ts'
import { engineTexts, readTexts, textsFolder } from './engineTexts.ts'
import { type Catalogue, gatherTexts } from './catalogue.ts'

/** The parts of a business that its texts come from. */
type Sayings = Pick<Business, 'module' | 'resources' | 'permissions'>

/** Where a business keeps its texts, in a folder for each language. */
export const translationsOf = ({ module }: Pick<Business, 'module'>): string =>
  fileURLToPath(new URL('./translations', module))

/** Returns every English text of the engine and a business, which keeps those that stand in no declaration in `translations/en`. */
export function businessTexts(business: Sayings): Catalogue {
  const written = readTexts(`${translationsOf(business)}/en`)
  return gatherTexts({ ...business, written: { ...engineTexts, ...written } })
}

/** Returns the codes of the languages that a folder of texts ships, but English. */
export function languagesIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  const entries = readdirSync(folder, { withFileTypes: true })
  return entries.filter((one) => one.isDirectory() && one.name !== 'en').map(({ name }) => name)
}

/** Returns those of the engine and of a business. */
export const shippedLanguages = (business: Pick<Business, 'module'>): string[] => [
  ...new Set([textsFolder, translationsOf(business)].flatMap(languagesIn)),
]

/** Returns the texts of a language that come with the release: the engine's, and those of a business. */
export const shippedTexts = (business: Pick<Business, 'module'>, language: string): Texts => ({
  ...readTexts(`${textsFolder}/${language}`),
  ...readTexts(`${translationsOf(business)}/${language}`),
})
