import { msg } from '../texts/msg.ts'
import type { Secrets } from '../server/kernel/secrets/secrets.ts'
import { bounded, kindOf, type Kind, type ImportContext, createRegistry } from './kind.ts'
import { ValueError } from './valueError.ts'
import type { Field, ValueOf } from './field.ts'

/** What seals and opens values. */
interface Sealing {
  readonly secrets: Secrets
}

/** Returns the SQL of what a record is called, from that of its id; undefined where the reader may not know it. */
export type TitleSql = (target: string, id: string) => string | undefined

/** How the cells of a file are written. */
export interface ExportContext {
  readonly titleOf?: TitleSql
  /** The time zone of its times, as the world spells it; UTC unless given. */
  readonly zone?: string | undefined
}

/** What the server does with the values of a kind. */
export interface ServerKind<F extends Field = Field> {
  /** Where the values stand that do not stand in a column as they are: in a column of lists, or in a join table. */
  readonly storage?: 'list' | 'join'
  /** Returns the body of a CHECK constraint; undefined where the column takes what it is given. `column` arrives quoted. */
  check?(column: string, field: F): string | undefined
  /** How a column of texts is sorted: as people expect it in any language, or by characters. */
  readonly collation?: 'und-x-icu' | 'C'
  /** From a checked value to the one that is stored at a place. */
  write?(value: string, sealing: Sealing, place: string): Promise<string> | string
  /** What is stored opens at its place only, so a record's id must be known before it is written. */
  readonly isSealed?: true
  /** Writing takes long, so it is done before a transaction opens. */
  readonly isSlow?: true
  /** From the value stored at one of the places to the one that may leave the server; undefined leaves nothing. */
  read?(stored: string, sealing: Sealing, places: readonly string[]): unknown
  /** The column's values are JSON and travel to the database as text. */
  readonly json?: true
  /**
   * Returns the value of one cell of an imported file that is not blank, in the form that the kind's `schema` gives.
   * Throws ValueError. Without it a cell is read as an operand.
   */
  importText?(text: string, field: F, context: ImportContext): unknown
  /** Returns the SQL of a cell of an exported file. Without it the cell is the column. */
  exportSql?(column: string, field: F, context?: ExportContext): string
  /** Returns what `exportSql` gives, for a value that did not come from its column. */
  exportText?(value: NonNullable<ValueOf<F>>, field: F, context?: ExportContext): string
  /** Returns the SQL of what readers of a masked field are shown. */
  maskSql?(column: string, field: F): string
}

const registry = createRegistry<ServerKind>()

export const addServerKinds = registry.add
export const serverKindOf = registry.of

/** Returns the value of one cell of an imported file that is not blank. Throws ValueError. */
export function importText(text: string, field: Field, context: ImportContext): unknown {
  const cell = bounded(kindOf(field), text, field)
  const { importText: own } = serverKindOf(field)
  return own ? own(cell, field, context) : kindOf(field).operand(cell.trim(), field)
}

/** Returns a text as it stands in SQL. */
export const sqlText = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** Texts that are sorted by their characters. */
export const plainText: ServerKind = { collation: 'C' }

/** Texts in a column of lists, with `joint` between them in a file that leaves and `between` in one that comes. */
export const textList = <F extends Field<string, string[]>>(
  { schema }: Pick<Kind<F>, 'schema'>,
  between: RegExp,
  joint = ' ',
): ServerKind<F> => ({
  storage: 'list',
  exportSql: (column) => `array_to_string(${column}, '${joint}')`,
  exportText: (texts) => texts.join(joint),
  importText(text, field) {
    const parts = text.split(between).filter(Boolean)
    const result = schema(field).safeParse(parts)
    if (result.success) return result.data
    const [issue] = result.error.issues
    const [index] = issue?.path ?? []
    const problem = issue?.message ?? ''
    const part = typeof index === 'number' && parts[index]
    throw new ValueError('bad_list', part ? msg('of_part', { part, problem }) : problem)
  },
})
