import type { ViewsByResource } from '#browser'

import type { resources } from './index.ts'

/** Custom screens, by resource: every view not named here is derived from the declaration. */
export const views: ViewsByResource<typeof resources> = {}
