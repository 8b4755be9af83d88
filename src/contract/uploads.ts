import { z } from 'zod'

import type { Resource } from '#schema'

import { byId, contentOf, dataOf, documented, moment, type DataOf } from './contract.ts'

const tags = ['Files']

/** The headers of the tus protocol: its own code refuses what is wrong with them. */
const tusHeaders = (names: Readonly<Record<string, object>> = {}) => {
  const properties = { 'tus-resumable': { type: 'string', const: '1.0.0' }, ...names }
  return documented({ type: 'object', properties, required: Object.keys(properties) })
}

const byUpload = z.object({ id: z.string() })
const nothing = z.undefined()

export const unfinished = {
  tags,
  summary: 'Your uploads that are not finished: go on with one, or drop it',
  response: {
    200: dataOf(
      z.array(
        z.object({
          id: z.uuid(),
          name: z.string(),
          purpose: z.string(),
          size: z.int(),
          stored: z.int().describe('Bytes that have arrived'),
          modified: z
            .string()
            .nullable()
            .describe('What the upload said of when the file was changed'),
          created_at: moment,
          expires_at: moment,
        }),
      ),
    ),
  },
}

export type UnfinishedUpload = DataOf<typeof unfinished>[number]

export const begin = {
  tags,
  summary: 'Begin an upload; `Location` says where its parts go',
  headers: tusHeaders({
    'upload-length': { type: 'integer', description: 'Bytes of the whole file' },
    'upload-metadata': {
      type: 'string',
      description:
        '`filename`, `filetype` and `purpose` with their values in base64; an import is `import:books`, a file of a record `record:books.cover`',
    },
  }),
  response: { 201: nothing },
}

export const byMethod = {
  HEAD: {
    tags,
    summary: 'How much has arrived: `Upload-Offset`',
    params: byUpload,
    headers: tusHeaders(),
    response: { 200: nothing },
  },
  PATCH: {
    tags,
    summary: 'Send the next part, of at most 2 MB',
    params: byUpload,
    headers: tusHeaders({ 'upload-offset': { type: 'integer' } }),
    consumes: ['application/offset+octet-stream'],
    body: documented({ type: 'string', format: 'binary' }),
    response: { 204: nothing },
  },
  DELETE: {
    tags,
    summary: 'Drop an upload',
    params: byUpload,
    headers: tusHeaders(),
    response: { 204: nothing },
  },
}

/** A file of a record. */
export const ofRecord = ({ label, one }: Resource) => ({
  tags: [label],
  summary: `A file of ${one}`,
  params: byId.extend({ field: z.string() }),
  response: { 200: contentOf('application/octet-stream') },
})
