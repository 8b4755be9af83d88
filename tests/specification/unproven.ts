import { placeholder, type Later, type Lines, type Proof } from './line.ts'

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
  const isPassed = (file: string, title: string) =>
    byFile.get(file)?.some((one) => patternOf(title).test(one)) === true
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

/** A test that runs once for each row of a table has the row's values in its title; one such row is enough. */
export const patternOf = (title: string): RegExp =>
  new RegExp(`^${title.split(new RegExp(placeholder, 'g')).map(escaped).join('.+')}$`)

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

const isProof = (one: Proof | Later): one is Proof => 'file' in one
