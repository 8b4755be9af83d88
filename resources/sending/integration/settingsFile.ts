import { kindOf, type Field } from '#schema'

import { integration } from './integration.ts'

export const settingsMark = 'Leadgate send integration'

/** A template that is chosen fills the form itself. */
const leftOut: ReadonlySet<string> = new Set(['state', 'template'])

type Settings = Readonly<Record<string, unknown>>

/** Most characters of a file of settings. */
const maxFileCharacters = 400_000

/** What of some values may stand in a file and be filled in from one. */
export const settingsOf = (values: object): Settings =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => isSetting(name) && (value ?? null) !== null),
  )

/** The settings in the text of a file; undefined where it is no such file. */
export function settingsIn(text: string): Settings | undefined {
  if (text.length > maxFileCharacters) return undefined
  try {
    const { made_by, settings } = JSON.parse(text) as { made_by?: unknown; settings?: unknown }
    const isOurs = made_by === settingsMark && typeof settings === 'object' && settings !== null
    return isOurs ? settingsOf(settings) : undefined
  } catch {
    return undefined
  }
}

function isSetting(name: string): boolean {
  const { [name]: field }: Readonly<Record<string, Field | undefined>> = integration.fields
  if (!field || field.options.computed || field.options.derived || leftOut.has(name)) return false
  return !kindOf(field).writeOnly && !kindOf(field).target
}
