import { join } from 'node:path'

import { loadBusiness } from '../server/kernel/business.ts'
import { businessFolder } from '../server/kernel/businessFolder.ts'
import { gatherTexts, isDeclared, type Catalogue } from '../server/translations/catalogue.ts'
import { engineTexts, readTexts } from '../server/translations/engineTexts.ts'

/** Where the languages stand, each in a folder named by its code. */
export const translationsFolder = join(businessFolder, 'translations')

/** Every text of this console. */
export async function projectTexts(): Promise<Catalogue> {
  const { resources, permissions } = await loadBusiness()
  const own = Object.entries(readTexts(`${translationsFolder}/en`))
  const written = Object.fromEntries(own.filter(([key]) => !isDeclared(key)))
  return gatherTexts({ resources, permissions, written: { ...engineTexts, ...written } })
}
