import { memoizeByObject, type Resource } from '#schema'

import type { Backend } from '../../kernel/backend.ts'
import { type FragmentShares, readShares } from './fragmentShares.ts'

/** What is known of the texts of a resource. */
interface Sample {
  /** Undefined until they were read, and in small tables. */
  shares?: FragmentShares | undefined
  /** Of the clock, in milliseconds: after it they are read anew. */
  staleAt: number
}

const samples = memoizeByObject<Backend, Map<string, Sample>>(() => new Map())

/**
 * The shares as the last sample had them: undefined until one was read, and in small tables. No search waits for one: where
 * it is old, another one is read a moment after the search, for those that come later.
 */
export function fragmentSharesOf(backend: Backend, resource: Resource): FragmentShares | undefined {
  const sample = sampleOf(backend, resource)
  if (sample.staleAt < Date.now()) {
    sample.staleAt = Date.now() + retryMs
    setTimeout(() => void readSample(backend, resource), pauseMs).unref()
  }
  return sample.shares
}

function sampleOf(backend: Backend, { name }: Resource): Sample {
  const byName = samples(backend)
  const sample = byName.get(name) ?? { staleAt: 0 }
  byName.set(name, sample)
  return sample
}

const ttlMs = 600_000

/** Small tables grow by imports, and what failed is tried again. */
const retryMs = 60_000

/** The search that found the sample old has ended by then. */
const pauseMs = 500

/** Reads a sample of the texts of a large resource, for the searches that come. */
export async function readSample(backend: Backend, resource: Resource): Promise<void> {
  const sample = sampleOf(backend, resource)
  sample.staleAt = Date.now() + retryMs
  try {
    sample.shares = await readShares(backend, resource)
    if (sample.shares) sample.staleAt = Date.now() + ttlMs
  } catch (error) {
    // What cannot be sampled, as in a database that is being closed, is searched without.
    backend.log.debug({ err: error }, 'The texts of a resource were not sampled.')
  }
}
