import type { Fields } from '../../kinds/field.ts'
import type { FieldName } from '../fields/fieldNames.ts'

/** Files whose rows are no records, but tell what became of records. */
export interface ImportOutcomes {
  /** What the wizard calls the mode. */
  readonly label: string
  /** Needed besides the right to import. */
  readonly permission: string
  /** What a row may tell, and by what it names its record. */
  readonly fields: Fields
  /** Those among `fields` that are set once for all rows, and by no column. */
  readonly settings: readonly string[]
  /** Of each of these groups of fields a file has a column. */
  readonly needs: readonly (readonly string[])[]
}

/** How files are taken in. */
export interface ImportDeclaration<F extends Fields> {
  /** Fields a column may be mapped to. */
  fields: readonly FieldName<F>[]
  /** Fields of which a new record shares no value with any other. */
  keys?: readonly FieldName<F>[]
  /** Fields set once for all rows of a file. A row's own cell comes first. */
  settings?: readonly FieldName<F>[]
  /** A computed reference to the imports: the one that brought the record. */
  origin?: FieldName<F>
  /** A computed reference to the users: the user who imported the record. */
  importer?: FieldName<F>
  /**
   * The field that marks a record which is taken in though one with its keys is there: who imports may choose that, or that
   * such rows are left out, for each file.
   */
  mark?: FieldName<F>
  /** The permission that it takes to choose the mark; none unless given. */
  markBy?: string
  /** What else files may tell of records that are there, in a mode of their own. The behavior takes it: `takeOutcomes`. */
  outcomes?: ImportOutcomes
  /** The permissions to take an import back within seven days: one's own, as far as one may still set its fields, and everybody's. */
  undo?: { readonly own: string; readonly all: string }
  /** The resource into which the behavior's `refused` puts the rows that did not come in; its reference to the imports finds those of one file. */
  refused?: string
}
