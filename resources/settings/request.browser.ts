import { lazyPart, type Views } from '#browser'

import type { request } from './request.ts'
import { RequestError } from './RequestError.tsx'

const refused = { direction: 'in', status: [401, 403] }

export const requestViews: Views<typeof request> = {
  fields: { error: RequestError },
  showHead: lazyPart(async () => (await import('./CopyAsCurl.tsx')).CopyAsCurl),
  notices: {
    partner_unknown: () => ({ filter: refused }),
    partner_refused: ({ record_id: department }) => ({ filter: { ...refused, department } }),
  },
}
