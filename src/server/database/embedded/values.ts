import { types as standard, type CustomTypesConfig } from 'pg'

type Parse = (text: string) => unknown

const { getTypeParser } = standard
// `text[]` is missing in the list of types that `pg` declares.
const texts: (text: string) => (string | null)[] = getTypeParser(1009 as never)
const asIs: Parse = (text) => text
const listOf = (parse: Parse) => (text: string) =>
  texts(text).map((one) => (one === null ? null : parse(one)))

/** PostgreSQL prints `2026-01-31 14:30:00.123+00` in a session in UTC. */
function moment(text: string): string {
  const space = text.indexOf(' ')
  return space > 0 && text.endsWith('+00')
    ? `${text.slice(0, space)}T${text.slice(space + 1, -3)}Z`
    : text
}

/** By the number that PostgreSQL gives the type; the types left out are right in `pg` itself. */
const parsers: Readonly<Record<number, Parse>> = {
  20: Number, // bigint
  1700: Number, // numeric
  1082: asIs, // date
  1114: asIs, // timestamp
  1184: moment, // timestamptz
  1016: listOf(Number), // bigint[]
  1231: listOf(Number), // numeric[]
  1182: listOf(asIs), // date[]
  1115: listOf(asIs), // timestamp[]
  1185: listOf(moment), // timestamptz[]
}

/** Turns what PostgreSQL prints into the values that JSON would carry, the same on both databases. */
export const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary'): Parse {
    return parsers[oid] ?? getTypeParser(oid, format)
  },
} as CustomTypesConfig
