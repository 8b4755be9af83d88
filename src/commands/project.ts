import { fileURLToPath } from 'node:url'

import { resources } from '#resources'

import { permissions } from '../../resources/permissions.ts'
import { gatherTexts, isDeclared, type Catalogue } from '../server/translations/catalogue.ts'
import { engineTexts, readTexts } from '../server/translations/engineTexts.ts'

/** Where the languages stand, each in a folder named by its code. */
export const translationsFolder = fileURLToPath(
  new URL('../../resources/translations', import.meta.url),
)

/** Every text of this console. */
export function projectTexts(): Catalogue {
  const own = Object.entries(readTexts(`${translationsFolder}/en`))
  const written = Object.fromEntries(own.filter(([key]) => !isDeclared(key)))
  return gatherTexts({ resources, permissions, written: { ...engineTexts, ...written } })
}
