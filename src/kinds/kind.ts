import type * as z from 'zod/mini'
import type { Clock } from './date/zone.ts'
import { msg } from '../texts/msg.ts'
import type { Field, FieldOptions, Fields, ValueOf, OnlyKnown } from './field.ts'
import { ValueError } from './valueError.ts'

/** How a filter may compare: `equals` also covers "one of" and "none of". */
export type Operator = 'equals' | 'range' | 'contains' | 'empty' | 'below'

/** What stands beside a cell while a file is read. */
export interface ImportContext {
  /** How dates are written in the file. */
  dateOrder: 'ymd' | 'dmy' | 'mdy'
  decimalSign: '.' | ','
  /** Brings a phone number into E.164. Throws ValueError. */
  phone(text: string): string
  /** The id of the record of `target` that a text names. Throws ValueError. */
  reference(target: string, text: string): number
}

/** What a kind of field says of itself in every world. No code outside a kind's folder asks for its name. */
export interface Kind<F extends Field = Field> {
  /** PostgreSQL type of the column; null when the values stand in a table of their own. */
  column(field: F): string | null
  /** What contradicts itself in the field's own declaration, or what it names that is not among the fields beside it. */
  fault?(field: F, fields: Fields): string | undefined
  /** Takes one value from the wire, refuses or normalises it. Emptiness is handled around it. */
  schema(field: F): z.ZodMiniType
  readonly operators: readonly Operator[]
  /** No list is sorted by its values. */
  readonly sortable?: false
  /** Values are yes and no. */
  readonly isYesOrNo?: true
  /** One column holds several values, each found by itself. */
  readonly isList?: true
  /** Name of the resource whose records the values point at. */
  target?(field: F): string
  /** Whether the value is the record of the same resource above. */
  isParent?(field: F): boolean
  /** What becomes of a record when the one that its value points at is deleted; nothing lets it be deleted unless said. */
  onDelete?(field: F): 'refuse' | 'empty' | 'cascade'
  /** What becomes of a text in a file that names no record; its row is refused unless said. */
  unknown?(field: F): 'leave' | 'phone' | undefined
  /** The label of each value, for people. */
  choices?(field: F): Readonly<Record<string, string>>
  /** The same field with other labels of its values. */
  withChoices?(field: F, choices: Readonly<Record<string, string>>): F
  /** Values have parts: of a part that is wrong, the message says which. */
  readonly isNested?: true
  /** The fields within each of several rows that make a value. */
  cells?(field: F): Fields
  /** What may be uploaded, of a kind whose values are stored files; of no types all. */
  file?(field: F): { readonly types: readonly string[]; readonly bytes: number }
  /** The same field with other labels of its cells. */
  withCells?(field: F, cells: Fields): F
  /** Many records have the same value, so that filters offer those that there are. */
  isShared?(field: F): boolean
  /** The few values there can be, in the order in which a list sorts them. */
  values?(field: F): readonly unknown[]
  /** The search box looks for a fragment, for the exact value, or in what is pointed at; not at all unless said. */
  readonly search?: 'fragment' | 'exact' | 'reached'
  /** Most characters of one value as people write it, 200 unless said: no pattern ever meets a longer text. */
  longest?(field: F): number
  /** Several texts make one, with a space between: a file may hold a value in several columns. */
  readonly joins?: true
  /** Whether a value may be written on several lines. */
  multiline?(field: F): boolean
  /** One operand of a query string, also a fragment to look for. Throws ValueError. */
  operand(text: string, field: F): unknown
  /** An operand that is only a part of a value: filters by it look for the values that contain it. */
  isFragment?(operand: NonNullable<ValueOf<F>>): boolean
  /** Whether a text of a file can hardly be anything else, whatever its column is called. */
  looksLike?(text: string): boolean
  /** A value as people write it within their country; the record's country completes it (`phoneCountry`). */
  isNational?(value: unknown): boolean
  /** What stands between the operands of a list in one text; a comma where nothing is said. */
  readonly between?: RegExp
  /** The first and the last value of a stretch of days that a text names: `last_7_days`, and a day of a moment. */
  period?(text: string, clock: Clock): { from: string; to: string } | undefined
  /** What is shown of a field with `unmaskBy`. Holds a `•`, which tells a mask from a value. */
  mask?(value: NonNullable<ValueOf<F>>): string
  /** A value that is shown although its field is masked. */
  isOpen?(value: unknown, field: F): boolean
  /** A whole value is known by its form, so that the search box may compare it with masked ones. */
  readonly hasForm?: true
  /** Other kinds whose values are values of this one, too: it may begin with what another record holds of them. */
  readonly takes?: readonly string[]
  /** Holds whatever people write, so that the business may forbid what no text may hold. */
  readonly isFreeText?: true
  /** Accepted but never shown; readers learn only whether it is set. */
  readonly writeOnly?: true
  /** What readers get where the value is write-only; such a field is in no answer when it is left out. */
  readonly shown?: z.ZodMiniType
  /** What JSON Schema calls the form of a value. */
  readonly format?: 'idn-email' | 'iri'
  /** Digits after the decimal sign of numbers that add up to something; undefined where these do not. */
  scale?(field: F): number | undefined
  /** Every value has a day. */
  readonly dated?: 'day' | 'moment'
}

const registry = createRegistry<Kind>()

export const addKinds = registry.add

export const kindOf = registry.of

/** The resource that a field points at; undefined for a field that points at none. */
export const targetOf = (one: Field): string | undefined => kindOf(one).target?.(one)

const usualLength = 200

/** Returns the text within the length that a kind reads, so that no pattern meets a longer one. Throws ValueError. */
export function bounded<F extends Field>({ longest }: Kind<F>, text: string, field: F): string {
  const limit = longest?.(field) ?? usualLength
  if (text.length <= limit) return text
  const trimmed = text.trim()
  if (trimmed.length <= limit) return trimmed
  throw new ValueError('too_long', msg('use_at_most_characters', { max: limit }))
}

/** Returns a constructor of fields that are declared by their options alone. */
export const plainField =
  <Name extends string, Value, Known extends FieldOptions<Value> = FieldOptions<Value>>(
    kind: Name,
  ) =>
  <const Options extends Known>(
    options = {} as OnlyKnown<Options, Known>,
  ): Field<Name, Value, Options> => ({ kind, options })

/** Returns the kind of the fields that `create` makes. */
export function defineKind<
  Create extends (...given: never[]) => Field,
  const Parts extends Kind<ReturnType<Create>>,
>(create: Create, parts: Parts): Parts & { readonly create: Create } {
  const operand: Parts['operand'] = (text: string, field: ReturnType<Create>) =>
    parts.operand(bounded(parts, text, field), field)
  return { ...parts, operand, create }
}

/** What one world knows of each kind, by the kind's name: the engine's own kinds, and those that a business adds. */
export function createRegistry<Part>() {
  const parts = new Map<string, Part>()
  return {
    add(added: Readonly<Record<string, Part>>): void {
      for (const [name, part] of Object.entries(added)) parts.set(name, part)
    },
    find: ({ kind }: Field): Part | undefined => parts.get(kind),
    of({ kind }: Field): Part {
      const part = parts.get(kind)
      if (part === undefined) throw new Error(`there is no kind "${kind}"`)
      return part
    },
  }
}
