import type { Field } from '#schema'

/** What the catalogue of a database holds of the declarations. Constraints and indexes stand by their name. */
export type Structure = Readonly<Record<string, Table>>

export interface Table {
  readonly columns: Readonly<Record<string, Column>>
  readonly primaryKey: { readonly name: string; readonly columns: readonly string[] }
  /** Bodies of CHECK constraints. */
  readonly checks: Readonly<Record<string, string>>
  readonly indexes: Readonly<Record<string, Index>>
  readonly foreignKeys: Readonly<Record<string, ForeignKey>>
  /** Names it may have had, the most probable first. */
  readonly renamedFrom?: readonly string[]
  /** Its indexes are made while others write. */
  readonly isLarge?: boolean
}

export interface Column {
  readonly type: string
  readonly isRequired: boolean
  readonly default?: string
  readonly isIdentity?: boolean
  readonly renamedFrom?: readonly string[]
}

export interface Index {
  readonly isUnique: boolean
  readonly method: 'btree' | 'gin'
  /** Each with what follows it: `"created_at" DESC`, `"email" gin_trgm_ops`. */
  readonly columns: readonly string[]
  /** Columns that stand in it beside the key: what asks for no others reads no row. */
  readonly includes?: readonly string[]
  readonly where?: string
}

export interface ForeignKey {
  readonly column: string
  readonly target: string
  readonly cascades: boolean
}

/** A field by its name. */
export type Named = readonly [name: string, field: Field]

/** One statement on the way from one structure to another. */
export interface Step {
  readonly sql: string
  /** Why the step is taken only when it is allowed: what it loses, or when it fails. */
  readonly risk?: string
  /** Runs after the others, outside their transaction. */
  readonly isOutside?: true
}
