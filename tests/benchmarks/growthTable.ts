import type { Result } from './growthMeasure.ts'

export interface Column {
  readonly name: string
  readonly results: ReadonlyMap<string, Result>
  readonly pid: number | undefined
}

/** Prints the lines with, for each size, p50 (p95) in milliseconds, the ratio to the bare statement and to the list. */
export function printTable(columns: readonly Column[]): void {
  const works = [...new Set(columns.flatMap(({ results }) => [...results.keys()]))]
  const head = ['', ...columns.flatMap(({ name }) => [`${name}, ms`, '× bare', '× list'])]
  const lines = [
    head,
    head.map(() => '---'),
    ...works.map((work) => [work, ...columns.flatMap(({ results }) => cells(results, work))]),
  ]
  process.stdout.write(`\n${lines.map((cellsOf) => `| ${cellsOf.join(' | ')} |`).join('\n')}\n`)
}

function cells(results: Column['results'], work: string): string[] {
  const result = results.get(work)
  if (!result) return ['–', '', '']
  if (result.refused) return [reasonOf(result.refused), '', '']
  const { p50, p95, bare, list, perSecond } = result
  const times = work.includes('connections')
    ? `${p50.toFixed(1)} (${p95.toFixed(1)}), ${Math.round(perSecond)}/s`
    : `${p50.toFixed(1)} (${p95.toFixed(1)})`
  return [
    times,
    bare === undefined ? '' : (p50 / bare).toFixed(2),
    work === 'list' ? markIfOver(result, '') : markIfOver(result, (p50 / list).toFixed(2)),
  ]
}

function markIfOver({ reach, p50, bare, list }: Result, text: string): string {
  const base = reach?.of === 'bare' ? bare : list
  const isOver = reach && base !== undefined && p50 > reach.times * base
  return isOver ? `${text} (over ${reach.times} × ${reach.of})` : text
}

const reasonOf = (text: string) => /"message":"([^"]*)/.exec(text)?.[1] ?? text
