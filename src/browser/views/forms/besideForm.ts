import { createContext, type ReactNode } from 'react'

/** A tab beside those of a form, for what stands outside it. */
export interface TabBeside {
  readonly name: string
  readonly label: ReactNode
  readonly content: ReactNode
}

interface BesideForm {
  readonly tabs: readonly TabBeside[]
  /** The name of the open tab, of these or of the form's. */
  readonly current: string
  /** The one of these that is open. */
  readonly open: TabBeside | undefined
  choose(name: string): void
  /** The `id` of the tab, or of what it opens. */
  idOf(part: 'tab' | 'panel', tab: TabBeside): string
}

/** Given to a form in tabs that share one row with what points at its record. */
export const BesideFormContext = createContext<BesideForm | undefined>(undefined)

/** Told when a form stands: what came below it before would be pushed away by it. */
export const FormStandsContext = createContext<() => void>(() => {})
