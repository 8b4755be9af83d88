import { createHash, type Hash } from 'node:crypto'

/** Uploads at the same time of which the hash is followed; of the others it is made when somebody asks. */
const uploadsLimit = 200

/** SHA-256 of files while they arrive, of those whose parts all come through this process in order. */
export function createHashes() {
  const known = new Map<string, { hash: Hash; at: number }>()

  /** Takes in bytes that are stored at an offset. */
  function update(id: string, offset: number, bytes: Uint8Array): void {
    const begun = offset === 0 ? { hash: createHash('sha256'), at: 0 } : known.get(id)
    known.delete(id)
    if (begun?.at !== offset) return
    begun.hash.update(bytes)
    begun.at += bytes.length
    known.set(id, begun)
    for (const oldest of known.keys()) if (known.size > uploadsLimit) known.delete(oldest)
  }

  /** The hash in hexadecimal digits of all bytes before an offset; undefined when some of them were not seen. */
  function digest(id: string, offset: number): string | undefined {
    const begun = known.get(id)
    return begun?.at === offset ? begun.hash.copy().digest('hex') : undefined
  }

  return { update, digest, forget: (id: string) => void known.delete(id) }
}
