import { statSync } from 'node:fs'

import type { TestSequencer, TestSpecification } from 'vitest/node'

/** Tests that start processes or wait for long, whatever the size of their files. */
const slow = /\.slow\.ts$|\/(?:events|transfer)\.test\.ts$/

/** Project by project, as workers of one share its modules; in each what is slow first, so that none is alone at the end. */
export class SlowFirst implements TestSequencer {
  shard(files: TestSpecification[]): TestSpecification[] {
    return files
  }

  sort(files: TestSpecification[]): TestSpecification[] {
    return files
      .map((file) => ({ file, project: file.project.name, weight: weightOf(file.moduleId) }))
      .sort((a, b) => a.project.localeCompare(b.project) || b.weight - a.weight)
      .map(({ file }) => file)
  }
}

/** Bytes of a file, and a megabyte more for a slow one. */
const weightOf = (path: string) => statSync(path).size + (slow.test(path) ? 1_000_000 : 0)
