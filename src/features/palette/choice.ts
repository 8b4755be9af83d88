import { type IconName } from '#schema'

import type { Icon } from '../../browser/ui/icons.tsx'

/** One line of the search that can be chosen: a record, a screen or an action. */
export interface Choice {
  readonly key: string
  readonly label: string
  /** What it belongs to or what else is known of it, behind the label. */
  readonly detail?: string | undefined
  /** A record's number. */
  readonly number?: string | undefined
  readonly icon: IconName | Icon | 'action' | 'more' | 'new'
  /** Colours or a flag that travel with a record's title. */
  readonly embed?: Readonly<Record<string, unknown>>
  /** Where it goes; an action has none. */
  readonly path?: string
  readonly run?: () => void
}

export interface ChoiceGroup {
  readonly name: string
  readonly label: string
  readonly choices: readonly Choice[]
}

/** Lower case, without accents: what people type is not always what is written. */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

const wordsOf = (text: string) => plain(text).match(/[\p{L}\p{N}]+/gu) ?? []

/** The things of which every typed word begins a word, those that begin with the text first. */
export function matching<Thing>(
  things: readonly Thing[],
  textOf: (thing: Thing) => string,
  typed: string,
): Thing[] {
  const wanted = wordsOf(typed)
  if (wanted.length === 0) return []
  const start = plain(typed).trim()
  const isFirst = (thing: Thing) => plain(textOf(thing)).startsWith(start)
  const matches = things.filter((thing) => {
    const words = wordsOf(textOf(thing))
    return wanted.every((one) => words.some((word) => word.startsWith(one)))
  })
  return [...matches.filter(isFirst), ...matches.filter((thing) => !isFirst(thing))]
}
