import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

import type { Backend } from '../backend.ts'

const lifetime = 24 * 60 * 60 * 1000

/** One code per process, known only by its hash; a restart prints a new one. */
const codes = new WeakMap<Backend, { hash: Buffer; endsAt: number }>()

/** Makes the code that lets its reader become the first administrator. An earlier one ends. */
export function newSetupCode(backend: Backend): string {
  const code = randomBytes(16).toString('hex')
  codes.set(backend, { hash: hashOf(code), endsAt: Date.now() + lifetime })
  return code
}

export function isSetupCode(backend: Backend, code: string): boolean {
  const known = codes.get(backend)
  return (
    known !== undefined && Date.now() < known.endsAt && timingSafeEqual(known.hash, hashOf(code))
  )
}

const hashOf = (code: string) => createHash('sha256').update(code.trim().toLowerCase()).digest()
