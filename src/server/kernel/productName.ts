import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { businessFolder, businessPath } from './businessFolder.ts'

/** What the business calls its console: `name` in `business.json` of its folder. */
export const productName = readName(businessFolder, businessPath)

/** Returns the name in `business.json` of a folder, Leadgate without one. Throws, naming the file, for what is no name. */
export function readName(folder: string, path: string): string {
  const file = join(folder, 'business.json')
  if (!existsSync(file)) return 'Leadgate'
  const { name }: { name?: unknown } = JSON.parse(readFileSync(file, 'utf8'))
  if (typeof name === 'string' && name.trim() !== '' && name.length <= 40) return name.trim()
  throw new Error(`${path}/business.json: give the console a name of at most 40 characters, "name"`)
}
