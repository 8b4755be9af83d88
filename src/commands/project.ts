import { join } from 'node:path'

import { savedViewsOf } from '#features'
import type { Texts } from '#schema'
import { systemResources } from '#system'

import { loadBusiness } from '../server/kernel/business.ts'
import { gatherTexts } from '../server/translations/catalogue.ts'
import { businessTexts, languagesIn, translationsOf } from '../server/translations/shippedTexts.ts'
import { engineTexts, readTexts, textsFolder } from '../server/translations/engineTexts.ts'

/** Texts that are translated in the same folder, which has a folder for each language. */
export interface Layer {
  readonly folder: string
  /** The English ones by key. */
  readonly texts: Texts
  /** The languages but English. */
  readonly languages: readonly string[]
}

/** Returns the texts of the engine and those of the business that runs, and the keys that stand for two texts. */
export async function projectTexts() {
  const business = await loadBusiness()
  const { texts, problems } = businessTexts(business)
  const system = [...systemResources([]), savedViewsOf([])]
  const engine = gatherTexts({ resources: system, written: engineTexts }).texts
  const own = Object.entries(texts).filter(([key, text]) => engine[key] !== text)
  const folder = translationsOf(business)
  const layers: Layer[] = [
    { folder: textsFolder, texts: engine, languages: languagesIn(textsFolder) },
    {
      folder,
      texts: Object.fromEntries(own),
      languages: languagesIn(folder),
    },
  ]
  return { texts, problems, layers }
}

/** Returns the texts of a language by layer; a text that has come to the other layer is found in either. */
export function translated({ layers }: { layers: readonly Layer[] }, language: string): Texts {
  return Object.assign({}, ...layers.map(({ folder }) => readTexts(join(folder, language))))
}
