import { createContext } from 'react'

/** What a permission means, in English. */
export interface PermissionWords {
  readonly name: string
  readonly description: string
}

/** Loads what the permissions of the business mean. Of the console's own files: who is refused a page asks no server for it. */
export const PermissionWordsContext = createContext<() => Promise<readonly PermissionWords[]>>(
  async () => [],
)
