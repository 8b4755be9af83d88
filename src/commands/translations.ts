import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'

import { faultsOf, missingKeys } from '../server/translations/compare.ts'
import { writeTexts } from '../server/translations/files.ts'
import { projectTexts, translated, type Layer } from './project.ts'

// npm run translations: puts the texts of all languages but English in the same order, each into the folder that it belongs to,
// and prints what they lack.
const project = await projectTexts()
for (const problem of project.problems) console.error(problem)
const languages = [...new Set(project.layers.flatMap((layer) => layer.languages))]
const known = new Map(languages.map((language) => [language, translated(project, language)]))
for (const layer of project.layers) {
  for (const language of languages) await writeLanguage(layer, language)
}

async function writeLanguage({ folder, texts: english }: Layer, language: string): Promise<void> {
  const texts = known.get(language) ?? {}
  const used = Object.keys(english).filter((key) => key in texts)
  const own = Object.fromEntries(used.map((key) => [key, texts[key] ?? '']))
  await mkdir(join(folder, language), { recursive: true })
  await writeTexts(join(folder, language), own)
  for (const key of missingKeys(own, english))
    console.log(`${language} lacks ${key}: ${english[key]}`)
  for (const fault of faultsOf(language, own, english)) console.log(fault)
}
