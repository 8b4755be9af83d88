import { type Resource, ValueError } from '#schema'

import { msg } from '../../../../texts/serverMsg.ts'

/** What a text of a file names among the records of another resource. */
export interface Named {
  readonly target: string
  readonly text: string
  /** None when nothing is called so, two when the text is no name of one. */
  readonly ids: readonly number[]
}

/** The codes of two letters of records, `target id` first: those by which phone numbers find their country. */
export type Codes = readonly (readonly [key: string, code: string])[]

export const codeKey = (target: string, id: number) => `${target} ${id}`

/** Thrown for a text that names no record, or more than one. */
export class UnknownName extends ValueError {}

export type Names = ReturnType<typeof createNames>

/** Answers what names mean that were looked up before: it needs no database. */
export function createNames(
  named: readonly Named[],
  codes: Codes,
  resourceOf: (name: string) => Resource,
) {
  const ids = new Map(named.map((one) => [keyOf(one.target, one.text), one.ids]))
  const codeOf = new Map(codes)

  /** The id of the record that a text names. Throws ValueError. */
  function find(target: string, text: string): number {
    const [id, other] = ids.get(keyOf(target, text)) ?? []
    const thing = resourceOf(target).one.toLowerCase().replaceAll(' ', '_')
    if (id === undefined)
      throw new UnknownName(`unknown_${thing}`, msg('there_is_none_called', { text: cut(text) }))
    if (other !== undefined) {
      throw new UnknownName(
        `ambiguous_${thing}`,
        msg('more_than_one_is_called', { text: cut(text) }),
      )
    }
    return id
  }

  return { find, code: (target: string, id: number) => codeOf.get(codeKey(target, id)) }
}

const keyOf = (target: string, text: string) => `${target}\n${text}`

/** By whole characters: half of one is nothing that a database takes. */
const cut = (text: string) => (text.length > 60 ? `${[...text].slice(0, 60).join('')}…` : text)
