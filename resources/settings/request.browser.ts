import { lazyPart, type Views } from '#browser'

import type { request } from './request.ts'

const refused = { direction: 'in', status: [401, 403] }

export const requestViews: Views<typeof request> = {
  showHead: lazyPart(async () => (await import('./CopyAsCurl.tsx')).CopyAsCurl),
  notices: {
    partner_unknown: () => ({ filter: refused }),
    partner_refused: ({ record_id: department }) => ({ filter: { ...refused, department } }),
  },
}
