import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

import { faultsOf } from '../server/translations/compare.ts'
import { readTexts } from '../server/translations/files.ts'
import { projectTexts, translationsFolder } from './project.ts'

// Fails when a language lacks a text, has one that nobody says, or another form of it. Part of npm run check.
const { texts: english, problems } = await projectTexts()
const folders = (await readdir(translationsFolder, { withFileTypes: true }))
  .filter((one) => one.isDirectory())
  .map(({ name }) => name)
const faults = await Promise.all(
  folders.map(async (language) =>
    faultsOf(language, await readTexts(join(translationsFolder, language)), english),
  ),
)
const found = [...problems, ...faults.flat()]
if (found.length > 0) {
  console.error(`Run npm run translations, then translate:\n${found.join('\n')}`)
  process.exitCode = 1
}
