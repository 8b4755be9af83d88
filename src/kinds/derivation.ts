import type { Filter } from '../schema/query/filter.ts'
import type { RecordFunction } from '../schema/fields/fieldFunctions.ts'

/** A value of SQL that stands in the behavior of its resource: see `field.derived`. */
export interface FromSql {
  readonly from: 'sql'
  /** By which stored fields a list is filtered in its place: see `yearsSince`. */
  readonly filteredBy?: StoredRange | StoredFilters
}

/** Whole years from a day of the record to today: see `yearsSince`. */
export interface YearsSince {
  readonly years: string
  readonly filteredBy: StoredRange
}

/** A range of a stored field that means the same as one of a derived value. */
export interface StoredRange {
  readonly field: string
  /** Returns the range for one of derived values, bounds included, on a day `YYYY-MM-DD`. */
  range(asked: { from?: unknown; to?: unknown }, today: string): { from?: string; to: string }
}

/** Of a derived choice, what each of its values means of stored fields at a moment `2026-07-01T12:00:00.000Z`. */
export interface StoredFilters {
  readonly filters: Readonly<Record<string, (now: string) => Filter>>
}

/** A value of SQL over the records of another resource that point at the record. */
export interface OfChildren {
  /** The resource. */
  readonly of: string
  /** Its field that points here. */
  readonly by: string
  /** SQL over its columns that is added up; without it the records are counted. */
  readonly sum?: string
  /** SQL over its columns that holds for those that count. */
  readonly where?: string
}

/** Records of another resource that point at the record, as rows of it: see `field.lines`. */
export interface ChildRows {
  /** The resource. */
  readonly rows: string
  /** Its field that points here. */
  readonly by: string
  /** Its fields that are the cells. */
  readonly fields: readonly string[]
  /** Its field that keeps their order. */
  readonly position?: string
}

/** How a value is derived: from the values of its record as they are stored, by SQL, or from other records. */
export type Derivation<Value = any> =
  | RecordFunction<Value>
  | FromSql
  | YearsSince
  | OfChildren
  | ChildRows
