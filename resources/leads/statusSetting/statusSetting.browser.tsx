import { lazy, Suspense } from 'react'

import { lazyScreen, type Views } from '#browser'

import type { statusMap } from './statusMap.ts'
import type { statusSetting } from './statusSetting.ts'

const loadTabs = () => import('./SettingTabs.tsx')
const RuleTop = lazy(async () => ({ default: (await loadTabs()).RuleTop }))
const MapTop = lazy(async () => ({ default: (await loadTabs()).MapTop }))

/** Both lists are one screen with two tabs (product.md 9.1). */
export const statusSettingViews: Views<typeof statusSetting> = {
  listTop: () => (
    <Suspense>
      <RuleTop />
    </Suspense>
  ),
  rowActions: lazyScreen(async () => (await import('./ApplyRule.tsx')).ApplyItem),
}

export const statusMapViews: Views<typeof statusMap> = {
  listTop: () => (
    <Suspense>
      <MapTop />
    </Suspense>
  ),
}
