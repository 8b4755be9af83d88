import type { IconName } from '#schema'

/** One line of the search that can be chosen: a record, a screen or an act. */
export interface Choice {
  readonly key: string
  readonly label: string
  /** What it belongs to or what else is known of it, behind the label. */
  readonly detail?: string | undefined
  /** A record's number. */
  readonly number?: string | undefined
  readonly icon: IconName | 'act' | 'more' | 'new'
  /** Colours or a flag that travel with a record's title. */
  readonly embed?: Readonly<Record<string, unknown>>
  /** Where it leads; an act has none. */
  readonly path?: string
  readonly run?: () => void
}

export interface ChoiceGroup {
  readonly name: string
  readonly label: string
  readonly choices: readonly Choice[]
}
