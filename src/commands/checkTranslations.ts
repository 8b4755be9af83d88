import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

import { faultsOf, missingKeys } from '../server/translations/compare.ts'
import { engineTexts, readTexts } from '../server/translations/engineTexts.ts'
import { projectTexts, translationsFolder } from './project.ts'

// Fails when the English texts of declarations are not those written down, or a language has a text without an English one
// or another form of it; counts what a language lacks. Part of npm run check.
const { texts: english, problems } = await projectTexts()
const written = { ...engineTexts, ...readTexts(join(translationsFolder, 'en')) }
const stale = Object.keys(english).filter((key) => english[key] !== written[key])
const folders = await readdir(translationsFolder, { withFileTypes: true })
const languages = folders.filter((one) => one.isDirectory()).map(({ name }) => name)
const faults = languages.flatMap((language) => {
  const texts = readTexts(join(translationsFolder, language))
  const { length } = language === 'en' ? [] : missingKeys(texts, english)
  if (length > 0)
    console.warn(`${language} lacks ${length} texts; npm run translations prints them`)
  return faultsOf(language, texts, english)
})
const found = [...problems, ...stale.map((key) => `${key} is not "${english[key]}"`), ...faults]
if (found.length > 0) {
  console.error(`Run npm run translations, then mend:\n${found.join('\n')}`)
  process.exitCode = 1
}
