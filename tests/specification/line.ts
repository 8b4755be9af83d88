/** Tests of one file that prove a line, by their exact titles. */
export interface Proof {
  readonly file: string
  readonly titles: readonly string[]
}

/** What comes with a part of the product that is not there yet. */
export interface Later {
  readonly later: string
}

/** Lines in their own words, and what proves each. */
export type Lines = Readonly<Record<string, Proof | Later | readonly (Proof | Later)[]>>

/** In the titles of tests that run once for each row of a table, as vitest (`%s`, `$name`) and as a template (`${name}`) write it. */
export const placeholder = /%[a-z]|\$\{\w+\}|\$\w+/

export const later = (reason: string): Later => ({ later: reason })
