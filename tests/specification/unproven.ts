import type { Later, Lines, Proof } from './line.ts'

/** Titles of tests that ran and passed, of one file below `tests`. */
export interface Passed {
  readonly file: string
  readonly titles: readonly string[]
}

type Specification = Readonly<Record<string, Lines>>

/** Returns the lines that no test proves that ran and passed, each with what is missing. */
export function unproven(specification: Specification, passed: readonly Passed[]): string[] {
  const byFile = new Map<string, string[]>()
  for (const { file, titles } of passed) {
    byFile.set(file, [...(byFile.get(file) ?? []), ...titles])
  }
  // A test that runs once for each row of a table has the row in its title.
  const isPassed = (file: string, title: string) =>
    byFile.get(file)?.some((one) => one === title || one.includes(title)) === true
  return Object.values(specification)
    .flatMap((lines) => Object.entries(lines))
    .flatMap(([line, given]) => {
      const all = [given].flat()
      const missing = all
        .filter(isProof)
        .flatMap(({ file, titles }) =>
          titles.filter((title) => !isPassed(file, title)).map((title) => `${file}: ${title}`),
        )
      return (all.length > 0 ? missing : ['nothing']).map((what) => `${line} – ${what}`)
    })
}

const isProof = (one: Proof | Later): one is Proof => 'file' in one
