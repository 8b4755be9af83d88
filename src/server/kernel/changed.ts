import type { Backend } from './backend.ts'

type Heard = () => void

const listeners = new WeakMap<Backend, Set<Heard>>()

/** Tells this process's streams that something was committed, so that they need not wait for their next look. */
export function changed(backend: Backend): void {
  for (const heard of listeners.get(backend) ?? []) heard()
}

/** Calls back after every `changed`. Answers how to stop. */
export function onChanged(backend: Backend, heard: Heard): () => void {
  const known = listeners.get(backend) ?? new Set()
  listeners.set(backend, known.add(heard))
  return () => known.delete(heard)
}
