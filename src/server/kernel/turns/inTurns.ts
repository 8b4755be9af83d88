import { setImmediate as nextTurn } from 'node:timers/promises'

/** Milliseconds of work at a stretch. */
const stretchMs = 10

/** Maps one row after another like `map`, and lets requests be answered in between: a row may be a megabyte long. */
export async function mapInTurns<Row, Mapped>(
  rows: readonly Row[],
  work: (row: Row) => Mapped,
): Promise<Mapped[]> {
  const mapped: Mapped[] = []
  let since = performance.now()
  for (const row of rows) {
    if (performance.now() - since > stretchMs) {
      await nextTurn()
      since = performance.now()
    }
    mapped.push(work(row))
  }
  return mapped
}
