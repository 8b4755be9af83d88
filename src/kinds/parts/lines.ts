import type { FieldOptions } from '../field.ts'
import type { RowsField } from '../rows/rows.ts'

interface LinesOptions extends Pick<FieldOptions, 'label' | 'help' | 'readBy' | 'writeBy'> {
  /** Their field that points here. */
  by: string
  /** Those of their fields that are edited here, in order. */
  fields: readonly string[]
  /** Least lines; none unless said. */
  min?: number
  /** Most lines; 100 unless said. */
  max?: number
  /** Their integer field that keeps the order in which they stand here; without it they stand as they were made. */
  position?: string
}

/**
 * Records of another resource that point here, edited with the record they point at: in one form, saved in one request
 * and one transaction. `lines: field.lines('booking_lines', { by: 'booking', fields: ['equipment', 'quantity'], min: 1 })`.
 * They are checked, permitted, written in the history and seen as their own resource says; who may not list all of them
 * has no such field, and who may not create, edit and delete them only reads it. A line that equals one that was there
 * is that one. The types of single cells are not known here, where the other resource is only a name: `checkResources` holds the
 * names of `fields` against it, at the start and by `npm run check`.
 */
export function lines<const Options extends LinesOptions>(
  of: string,
  given: Options,
): RowsField<any, Needed<Options>> {
  const { by, fields, position, min = 0, max, ...options } = given
  return {
    kind: 'rows',
    options: {
      ...options,
      ...(min === 0 && { optional: true }),
      min,
      ...(max !== undefined && { max }),
      derived: { rows: of, by, fields, ...(position !== undefined && { position }) },
      // What `Needed` says of `min`, which the compiler cannot follow.
    } as RowsField<any, Needed<Options>>['options'],
    // Those of the other resource, once both are known.
    cells: {},
    distinct: [],
  }
}

/** A record needs some where a least number is given. */
type Needed<Options extends LinesOptions> = Options extends { min: infer Least extends number }
  ? Least extends 0
    ? { optional: true }
    : object
  : { optional: true }
