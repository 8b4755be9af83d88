import { file, notFound, type FileAnswer } from '#server'

import type { Integration } from './integration.ts'
import { settingsOf, settingsMark } from './settingsFile.ts'

/** The settings of an integration, to be filled in elsewhere: without secrets, and without what belongs to this console (product.md 11.15). */
export function settingsFile(
  one: Integration | undefined,
  content: Partial<Integration>,
): FileAnswer<'application/json'> {
  if (!one) throw notFound()
  const made = { made_by: settingsMark, settings: settingsOf(content) }
  const name = `${one.name.replaceAll(/[^\p{L}\p{N} .-]/gu, '-')}.json`
  return file(name, 'application/json', JSON.stringify(made, null, 2))
}
