import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { root } from '../server/kernel/businessFolder.ts'
import { declaringText } from './manual.ts'

// npm run docs: writes docs/declaring.md from the types of a declaration. With --check it fails when the file is another.
const path = join(root, 'docs/declaring.md')
const text = declaringText()
if (!process.argv.includes('--check')) writeFileSync(path, text)
else if (readFileSync(path, 'utf8') !== text) {
  console.error('docs/declaring.md is not what the types say. Run npm run docs.')
  process.exitCode = 1
}
