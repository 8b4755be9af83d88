import { randomUUID } from 'node:crypto'

import { Server } from '@tus/server'

import type { Backend } from '../kernel/backend.ts'
import { storable } from '../records/write/validation/forbiddenText.ts'
import { currentAttempt, UploadStore } from './uploadStore.ts'

const megabyte = 1024 * 1024

const sizeLimit = 200 * megabyte

/** The client cuts files into parts of 2 MB; a little more is let through. */
export const partLimit = 2 * megabyte + 64 * 1024

export const uploadPath = '/files'

export const uploadIdPath = ':id(^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$)'

export function createTus({ database, business }: Backend): Server {
  return new Server({
    path: `/api${uploadPath}`,
    datastore: new UploadStore(database),
    maxSize: sizeLimit,
    relativeLocation: true,
    namingFunction: () => randomUUID(),
    // The database itself lets only one of two writers at an offset through, on any number of nodes.
    locker: { newLock: () => ({ lock: async () => {}, unlock: async () => {} }) },
    allowedOrigins: () => false,
    async onUploadCreate(_request, { metadata }) {
      const filename = storable(business, metadata?.['filename'] ?? '')
      const owner = String(currentAttempt().request.user.id)
      return { metadata: { ...metadata, filename, owner } }
    },
    onResponseError(_request, error) {
      // What is not a refusal of the protocol is ours to answer: the library would tell its message.
      if (!('status_code' in error)) currentAttempt().failure ??= error
      else if (error.status_code === 501) {
        // An extension of the protocol that we do not offer is the client's mistake.
        return { ...error, status_code: 400 }
      }
      return undefined
    },
  })
}
