import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../resources/translations/ar')

/** The Arabic texts of the business, in however many files they stand. */
export const arabic: Readonly<Record<string, string>> = Object.assign(
  {},
  ...readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8'))),
)
