import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

import { faultsOf } from '../server/translations/compare.ts'
import { readTexts } from '../server/translations/files.ts'
import { projectTexts, translationsFolder } from './project.ts'

// Fails when the English texts are not those of the code, or a language has one that nobody says or another form of it; what
// a language lacks is told. Part of npm run check.
const isMissing = /^(?!en )\S+ lacks /

const { texts: english, problems } = await projectTexts()
const folders = (await readdir(translationsFolder, { withFileTypes: true }))
  .filter((one) => one.isDirectory())
  .map(({ name }) => name)
const faults = await Promise.all(
  folders.map(async (language) =>
    faultsOf(language, await readTexts(join(translationsFolder, language)), english),
  ),
)
const all = faults.flat()
const missing = all.filter((fault) => isMissing.test(fault))
const found = [...problems, ...all.filter((fault) => !isMissing.test(fault))]
if (missing.length > 0) console.warn(`To be translated:\n${missing.join('\n')}`)
if (found.length > 0) {
  console.error(`Run npm run translations, then mend:\n${found.join('\n')}`)
  process.exitCode = 1
}
