import type { FieldRule, RecordFunction } from '../schema/fields/fieldFunctions.ts'
import type { Derivation } from './derivation.ts'

/** One declared field: data only. What its kind does with it stands in the kind's folder. */
export interface Field<
  Name extends string = string,
  Value = any,
  Options extends object = object | FieldOptions,
> {
  readonly kind: Name
  readonly options: Options & FieldOptions
  /** Exists in types only: the type of a value that is not empty. */
  readonly value?: Value
  /** Of a field behind a reference: or of the records of another resource: whether a user may reach it. */
  isReachable?(user: unknown, operation?: 'read' | 'write'): boolean
}

/** A default that depends on who makes the record, on which day, or on what one of its references points at. */
export interface Preset<Value = any> {
  (maker: { readonly user: number; readonly day: string }): Value | undefined
  readonly from?: { readonly reference: string; readonly name: string }
  /** What stands where the reference gives nothing. */
  readonly otherwise?: Value | undefined
}

/** Refuses options that a kind does not have, which a compiler that infers the options would let pass. */
export type OnlyKnown<Options, Known> = Options & {
  readonly [Name in Exclude<keyof Options, keyof Known>]: NoOptionOfThisKind
}

interface NoOptionOfThisKind {
  readonly mayBeGiven: never
}

export interface FieldOptions<Value = any> {
  /** The name shown to people; by default made from the field's own name. */
  label?: string
  /** A sentence under the input. */
  help?: string
  /** The words of a second filter after the field's own, of records that have none of the chosen values: `without: 'Not sent to'`. */
  without?: string
  /**
   * What stands where there is no value, which means all that there are: `none: 'All shelves'`. A filter by one of them
   * finds a list of references that is empty too.
   */
  none?: string
  /** May be empty. Every other field is required. */
  optional?: true
  /**
   * The records that have the field: `visibleWhen: (r) => r.kind === 'company'`. Forms ask for it and show views show it
   * only of those, and only of those it is required. Pure and quick: the browser asks at every key.
   */
  visibleWhen?: RecordFunction<boolean>
  /** The records of which an `optional` field must have a value: `requiredWhen: (r) => r.kind === 'company'`. */
  requiredWhen?: RecordFunction<boolean>
  /**
   * The value of a new record that does not give one: a value, or `currentUser()`, `today()`, `from('customer.country')`.
   * Forms show it first; anyone who may set the field may change it.
   */
  default?: Value | Preset<Value>
  /** No two records share a value. */
  unique?: true
  /**
   * Filtered or sorted often: the migration makes an index. Needed for both on a `size: 'large'` resource, where
   * `sparse` leaves out the records without a value (of yes and no: the noes), which are most of them, and `lookup`
   * finds values but has no order: it costs an import least. The `sparse` one of a text of several lines finds the records
   * that have one.
   */
  index?: true | 'sparse' | 'lookup'
  /**
   * Other fields that stand in the index of this reference: a filter by both reads no record that only one of them
   * matches; of a sparse index: it answers without the record. Each costs an import and the disk some bytes a record, so name those that people filter by together.
   */
  covers?: readonly string[]
  /** Given by a dialog or a route of its own: the derived form need not hold it. */
  outOfForm?: true
  /** In no file that people take out, as what opens a door to anyone who has it: `door_code: field.text({ max: 8, outOfFiles: true })`. */
  outOfFiles?: true
  /**
   * Histories and the audit log do not tell that it changed, as what follows from another field that did:
   * `status_changed_at: field.timestamp({ optional: true, computed: true, outOfHistory: true })`. Nor do they of a `computed`
   * field that no list, form or show view names, like a key.
   */
  outOfHistory?: true
  /**
   * Found by the search box; with `'exact'` by the whole value only, as people look up a code: of a `size: 'large'`
   * resource by the field's own index, so that imports pay for no other. Of a reference: by all the words that find the
   * record it points at, masked values among them whole and counted as there.
   */
  search?: true | 'exact'
  /** How the value is made: see `field.derived`. */
  readonly derived?: Derivation
  /** Set by the server; never accepted from a client. */
  computed?: true
  /**
   * The permission that shows the field; without it the field does not exist for the user. Or a rule, for some records:
   * `either(can('hire.finance'), own('booked_by'))`. Anyone who reads it only of some neither filters nor sorts by it.
   */
  readBy?: string | FieldRule
  /** The permission that lets a user set the field. */
  writeBy?: string
  /**
   * Values are shown masked to everybody. Holders of this permission reveal them, one record or one page of a list at a
   * time, each counted and audited, and search and filter by them freely. Others find a record by one whole value at a
   * time, counted like a reveal (`docs/operating.md`, "Contacts").
   */
  unmaskBy?: string
  /** The permission that, with `unmaskBy`, writes the value into files in the clear; without it they hold it masked. */
  exportBy?: string
  /**
   * With `unmaskBy`: masks only what could be an e-mail address or a phone number, as where others write what they like:
   * `reference: field.text({ unmaskBy: 'hire.contact.view', hides: 'contacts' })`.
   */
  hides?: 'contacts'
  /** Setting it asks for the password again when that was entered more than 15 minutes ago. */
  reauthenticate?: true
  /** Of users: told with the profile and known to rules, as `user.session`. */
  inSession?: true
  /** Returns the key of the text that a record was made with: readers get it in their language. */
  textKey?(record: Readonly<Record<string, unknown>>): string
  /** The column's name before this release; the migration renames instead of dropping. */
  renamedFrom?: string
  /** Header names, besides the field's own, that an import takes for this field. */
  headers?: readonly string[]
}

export type Fields = Record<string, Field>

export type ValueOf<F extends Field> = F['options'] extends
  | { optional: true }
  | { visibleWhen: unknown }
  ? NonNullable<F['value']> | null
  : NonNullable<F['value']>
