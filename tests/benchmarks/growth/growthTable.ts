import type { Result } from './growthMeasure.ts'

export interface Column {
  readonly name: string
  readonly results: ReadonlyMap<string, Result>
  readonly pid: number | undefined
  /** Of an embedded database: the same size on PostgreSQL. */
  readonly served?: Column | undefined
}

/**
 * Prints the lines with, for each size, p50 (p95) and the first request in milliseconds, the ratio to the bare statement, or of
 * the embedded database to PostgreSQL, and to the list.
 */
export function printTable(columns: readonly Column[]): void {
  const works = [...new Set(columns.flatMap(({ results }) => [...results.keys()]))]
  const head = ['', ...columns.flatMap(headOf)]
  const lines = [
    head,
    head.map(() => '---'),
    ...works.map((work) => [work, ...columns.flatMap((column) => cells(column, work))]),
  ]
  process.stdout.write(`\n${lines.map((cellsOf) => `| ${cellsOf.join(' | ')} |`).join('\n')}\n`)
}

const headOf = ({ name, served }: Column) => [
  `${name}, ms`,
  'first',
  served ? '× PostgreSQL' : '× bare',
  '× list',
]

function cells({ results, served }: Column, work: string): string[] {
  const result = results.get(work)
  if (!result) return ['–', '', '', '']
  if (result.refused) return [reasonOf(result.refused), '', '', '']
  const { first, p50, p95, bare, list, perSecond } = result
  const times = work.includes('connections')
    ? `${p50.toFixed(1)} (${p95.toFixed(1)}), ${Math.round(perSecond)}/s`
    : `${p50.toFixed(1)} (${p95.toFixed(1)})`
  return [
    times,
    Number.isNaN(first) ? '' : first.toFixed(1),
    served
      ? markBeside(result, served.results.get(work)?.p50)
      : bare === undefined
        ? ''
        : (p50 / bare).toFixed(2),
    work === 'list' ? markIfOver(result, '') : markIfOver(result, (p50 / list).toFixed(2)),
  ]
}

function markIfOver({ reach, p50, bare, list }: Result, text: string): string {
  const base = reach?.of === 'bare' ? bare : list
  const isOver = reach && base !== undefined && p50 > reach.times * base
  return isOver ? `${text} (over ${reach.times} × ${reach.of})` : text
}

function markBeside({ p50, embeddedReach = Infinity }: Result, served: number | undefined): string {
  if (served === undefined) return ''
  const text = (p50 / served).toFixed(2)
  return p50 > embeddedReach * served ? `${text} (over ${embeddedReach})` : text
}

const reasonOf = (text: string) => /"message":"([^"]*)/.exec(text)?.[1] ?? text
