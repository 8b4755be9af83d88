import { z } from 'zod'

import { Content, dataOf, moment } from '../kernel/describe.ts'

const group = 'Files'
const unfinished = z.object({
  id: z.uuid(),
  name: z.string(),
  purpose: z.string(),
  size: z.int(),
  stored: z.int().describe('Bytes that have arrived'),
  modified: z.string().nullable().describe('What the upload said of when the file was changed'),
  created_at: moment,
  expires_at: moment,
})
const version = { 'tus-resumable': z.literal('1.0.0') }

/** Uploads in parts by the tus protocol, for readers of the API. */
export const aboutUploads = {
  GET: {
    group,
    summary: 'Your uploads that are not finished: go on with one, or drop it',
    answers: { 200: dataOf(z.array(unfinished)) },
  },
  POST: {
    group,
    summary: 'Begin an upload; `Location` says where its parts go',
    headers: z.object({
      ...version,
      'upload-length': z.int().describe('Bytes of the whole file'),
      'upload-metadata': z
        .string()
        .describe('`filename` and `purpose` with their values in base64; an import is `import:`…'),
    }),
    answers: { 201: null },
  },
  HEAD: {
    group,
    summary: 'How much has arrived: `Upload-Offset`',
    headers: z.object(version),
    answers: { 200: null },
  },
  PATCH: {
    group,
    summary: 'Send the next part, of at most 2 MB',
    headers: z.object({ ...version, 'upload-offset': z.int() }),
    body: new Content('application/offset+octet-stream', { type: 'string', format: 'binary' }),
    answers: { 204: null },
  },
  DELETE: {
    group,
    summary: 'Drop an upload',
    headers: z.object(version),
    answers: { 204: null },
  },
}
