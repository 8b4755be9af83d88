import { z } from 'zod'

import type { Resource } from '#schema'
import { byId, contentOf, doneWith, idOnly } from './contract.ts'

export const control = ({ label }: Resource, summary: string) => ({
  tags: [label],
  summary,
  params: byId,
  response: { 200: doneWith(idOnly) },
})

export const download = ({ label }: Resource) => ({
  tags: [label],
  summary: 'The file that a job has left: what it made, or what it refused',
  params: byId.extend({ kind: z.enum(['result', 'error']) }),
  response: { 200: contentOf('application/octet-stream') },
})
