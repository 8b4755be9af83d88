import { fileURLToPath } from 'node:url'

import { resources } from '#resources'

import { permissions } from '../../resources/permissions.ts'
import { english } from '../browser/client/i18n/english.ts'
import { gatherTexts, type Catalogue } from '../server/translations/catalogue.ts'

/** Where the languages stand, each in a folder named by its code. */
export const translationsFolder = fileURLToPath(
  new URL('../../resources/translations', import.meta.url),
)

/** Every text of this console. */
export function projectTexts(): Promise<Catalogue> {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  return gatherTexts({ root, resources, permissions, others: english })
}
