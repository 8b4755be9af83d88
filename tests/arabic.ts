import { join } from 'node:path'

import { readTexts } from '../src/server/translations/engineTexts.ts'

/** The Arabic texts of the business, in however many files they stand. */
export const arabic = readTexts(join(import.meta.dirname, '../resources/translations/ar'))
