import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

import { engineTexts, readTexts } from '../server/translations/engineTexts.ts'
import { writeTexts } from '../server/translations/files.ts'
import { faultsOf, missingKeys } from '../server/translations/compare.ts'
import { projectTexts, translationsFolder } from './project.ts'

// npm run translations: writes the English texts of declarations anew, puts the texts of other languages in the same
// order, and prints what they lack.
const { texts: english, problems } = await projectTexts()
for (const problem of problems) console.error(problem)

const source = join(translationsFolder, 'en')
const before = readTexts(source)
for (const [key, text] of Object.entries(english)) {
  const old = before[key] ?? text
  if (old !== text)
    console.log(`${key} says "${text}" instead of "${old}": look at its translations`)
}
const own = Object.entries(english).filter(([key]) => !(key in engineTexts))
await writeTexts(source, Object.fromEntries(own))
const folders = await readdir(translationsFolder, { withFileTypes: true })
for (const { name: language } of folders.filter((one) => one.isDirectory())) {
  if (language === 'en') continue
  const folder = join(translationsFolder, language)
  const texts = readTexts(folder)
  const used = Object.keys(english).filter((key) => key in texts)
  await writeTexts(folder, Object.fromEntries(used.map((key) => [key, texts[key] ?? ''])))
  for (const key of missingKeys(texts, english))
    console.log(`${language} lacks ${key}: ${english[key]}`)
  for (const fault of faultsOf(language, texts, english)) console.log(fault)
}
