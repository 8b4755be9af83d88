import { z } from 'zod'

import type { Resource } from '#schema'
import { byId, doneWith, idOnly } from './contract.ts'

export const readAll = ({ label }: Resource) => ({
  tags: [label],
  summary: 'Mark all as read',
  response: { 200: doneWith(z.object({ read: z.int() })) },
})

export const readOne = ({ label }: Resource) => ({
  tags: [label],
  summary: 'Mark one as read',
  params: byId,
  response: { 200: doneWith(idOnly) },
})
