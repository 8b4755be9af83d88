/** Where a state of the console stands in browser storage. */
export const stateKey = (name: string): string => `leadgate.${name}`

/** Before the name of a preference in browser storage. */
export const preferencePrefix = 'leadgate.preference.'

/** What stands in browser storage as JSON; undefined for nothing, and for what cannot be read. */
export function readStored<Value>(key: string, storage = window.localStorage): Value | undefined {
  return parseStored(storage.getItem(key))
}

/** The same for a text that was there. */
export function parseStored<Value>(text: string | null): Value | undefined {
  try {
    return JSON.parse(text ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** From this width on, in pixels, the sidebar is wide unless a person has chosen otherwise. */
export const wideFrom = 1280
