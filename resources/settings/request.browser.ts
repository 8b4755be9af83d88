import { lazy } from 'react'

import type { Views } from '#browser'

import type { request } from './request.ts'

export const requestViews: Views<typeof request> = {
  showHead: lazy(async () => ({ default: (await import('./CopyAsCurl.tsx')).CopyAsCurl })),
}
