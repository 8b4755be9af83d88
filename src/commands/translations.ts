import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

import { readTexts, writeTexts } from '../server/translations/files.ts'
import { faultsOf } from '../server/translations/compare.ts'
import { projectTexts, translationsFolder } from './project.ts'

// npm run translations: writes the English texts anew, puts those of other languages in the same order, and
// says what they lack.
const { texts: english, problems } = await projectTexts()
for (const problem of problems) console.error(problem)

const source = join(translationsFolder, 'en')
const before = await readTexts(source)
for (const [key, text] of Object.entries(english)) {
  const old = before[key] ?? text
  if (old !== text)
    console.log(`${key} says "${text}" instead of "${old}": look at its translations`)
}
await writeTexts(source, english)
const folders = await readdir(translationsFolder, { withFileTypes: true })
for (const { name: language } of folders.filter((one) => one.isDirectory())) {
  if (language === 'en') continue
  const folder = join(translationsFolder, language)
  const texts = await readTexts(folder)
  const used = Object.keys(english).filter((key) => key in texts)
  await writeTexts(folder, Object.fromEntries(used.map((key) => [key, texts[key] ?? ''])))
  for (const fault of faultsOf(language, texts, english)) console.log(fault)
}
