import { join } from 'node:path'

import { faultsOf, missingKeys } from '../server/translations/compare.ts'
import { readTexts } from '../server/translations/engineTexts.ts'
import { projectTexts } from './project.ts'

// Fails when a key stands for two English texts, or a language has a text without an English one or another form of it; counts
// what a language lacks. Part of npm run check.
const { problems, layers } = await projectTexts()
const faults = layers.flatMap(({ folder, texts: english, languages }) =>
  languages.flatMap((language) => faultsIn(folder, language, english)),
)
if (problems.length + faults.length > 0) {
  console.error(`Run npm run translations, then mend:\n${[...problems, ...faults].join('\n')}`)
  process.exitCode = 1
}

function faultsIn(folder: string, language: string, english: Readonly<Record<string, string>>) {
  const texts = readTexts(join(folder, language))
  const { length } = missingKeys(texts, english)
  if (length > 0)
    console.warn(`${language} lacks ${length} texts; npm run translations prints them`)
  return faultsOf(language, texts, english)
}
