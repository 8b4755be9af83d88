import type { BusinessParts, ViewsByResource } from '#browser'
import { systemViews } from '#system/browser'

import { resources } from './index.ts'

const views: ViewsByResource<typeof resources> = systemViews

export const business: BusinessParts = { resources, views }
