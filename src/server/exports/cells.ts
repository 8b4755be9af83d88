import type { Field, KindName } from '#schema'

/**
 * SQL of a cell, by kind: what the kind's own `exportText` and `mask` answer, said by the database, which is
 * several times quicker than reading every value. A test holds the two together.
 */
interface Cell {
  text(column: string, field: Field): string
  mask?(column: string): string
}

const plain: Cell = { text: (column) => column }
const list: Cell = { text: (column) => `array_to_string(${column}, ' ')` }
const never: Cell = { text: () => 'null' }

const cells: Readonly<Record<KindName, Cell>> = {
  text: { ...plain, mask: (column) => `left(${column}, 1) || '•••••'` },
  email: { ...plain, mask: maskedEmail },
  phone: { ...plain, mask: (column) => `left(${column}, 3) || '•••••••' || right(${column}, 3)` },
  url: plain,
  integer: plain,
  money: plain,
  boolean: { text: (column) => `case ${column} when true then 'yes' when false then 'no' end` },
  choice: { text: chosen },
  date: { ...plain, mask: (column) => `left(${column}::text, 4) || '-••-••'` },
  timestamp: { text: (column) => `left(${column}::text, 19)` },
  color: plain,
  country: plain,
  json: plain,
  ips: list,
  urls: list,
  reference: plain,
  references: never,
  password: never,
  secret: never,
  progress: { text: (column) => `${column} || ' %'` },
}

export const cellOf = ({ kind }: Field): Cell => cells[kind as KindName]

function maskedEmail(column: string): string {
  const [name, domain] = [`split_part(${column}, '@', 1)`, `split_part(${column}, '@', 2)`]
  const ending = String.raw`substring(${domain} from '\.[^.]*$')`
  return `left(${name}, 1) || '•••••@' || left(${domain}, 1) || '•••' || coalesce(${ending}, '')`
}

function chosen(column: string, field: Field): string {
  const { choices } = field as Field & { choices: Record<string, string> }
  const cases = Object.entries(choices).map(
    ([value, label]) => `when ${literal(value)} then ${literal(label)}`,
  )
  return `case ${column} ${cases.join(' ')} else ${column} end`
}

/** A text of a declaration; requests never supply one. */
const literal = (text: string) => `'${text.replaceAll("'", "''")}'`
