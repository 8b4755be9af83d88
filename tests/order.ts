import { statSync } from 'node:fs'

import type { TestSequencer, TestSpecification } from 'vitest/node'

/** Tests that start processes or wait for long, whatever the size of their files. */
const slow = /\.slow\.ts$|\/(?:events|transfer)\.test\.ts$/

/** Those of more than a minute. */
const slowest = /\/(?:openapi|embedded)\.slow\.ts$/

/**
 * Project by project, as workers of one share its modules; the slow one first, and in each what is slow, so that none is
 * alone at the end.
 */
export class SlowFirst implements TestSequencer {
  shard(files: TestSpecification[]): TestSpecification[] {
    return files
  }

  sort(files: TestSpecification[]): TestSpecification[] {
    return files
      .map((file) => ({ file, project: file.project.name, weight: weightOf(file.moduleId) }))
      .sort(
        (a, b) =>
          Number(b.project === 'slow') - Number(a.project === 'slow') ||
          a.project.localeCompare(b.project) ||
          b.weight - a.weight,
      )
      .map(({ file }) => file)
  }
}

/** Bytes of a file, and a megabyte more for a slow one, two for one of the slowest. */
const weightOf = (path: string) =>
  statSync(path).size + (slow.test(path) ? 1_000_000 : 0) + (slowest.test(path) ? 1_000_000 : 0)
