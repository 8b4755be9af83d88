import { lazy, Suspense } from 'react'

import type { Views } from '#browser'

import { wordOf } from '../../wordOf.browser.ts'
import type { statusMap } from './statusMap.ts'
import type { statusSetting } from './statusSetting.ts'

const loadTabs = () => import('./SettingTabs.tsx')
const RuleTop = lazy(async () => ({ default: (await loadTabs()).RuleTop }))
const MapTop = lazy(async () => ({ default: (await loadTabs()).MapTop }))

const ApplyForm = lazy(async () => ({ default: (await import('./ApplyRule.tsx')).ApplyForm }))
const applyText = 'Apply to existing leads'

/** Both lists are one screen with two tabs (product.md 9.1). */
export const statusSettingViews: Views<typeof statusSetting> = {
  listTop: () => (
    <Suspense>
      <RuleTop />
    </Suspense>
  ),
  recordActions: ({ user, t }) =>
    user.permissions.has('lead.statusSetting.update')
      ? [{ name: 'apply', label: wordOf(t, 'status_settings.apply', applyText), Form: ApplyForm }]
      : [],
}

export const statusMapViews: Views<typeof statusMap> = {
  listTop: () => (
    <Suspense>
      <MapTop />
    </Suspense>
  ),
}
