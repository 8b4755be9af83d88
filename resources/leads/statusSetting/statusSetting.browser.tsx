import { lazyPart, type Views } from '#browser'

import { TabsRoom } from '../../TabsRoom.tsx'
import { wordOf } from '../../wordOf.browser.ts'
import type { statusMap } from './statusMap.ts'
import type { statusSetting } from './statusSetting.ts'
import { unmappedHeight } from './unmappedHeight.ts'

const loadTabs = () => import('./SettingTabs.tsx')
const RuleTop = lazyPart(async () => (await loadTabs()).RuleTop)
const MapTop = lazyPart(async () => (await loadTabs()).MapTop)

const ApplyForm = lazyPart(async () => (await import('./ApplyRule.tsx')).ApplyForm)
const applyText = 'Apply to existing leads'

/** Both lists are one screen with two tabs (product.md 9.1). */
export const statusSettingViews: Views<typeof statusSetting> = {
  listTop: () => (
    <TabsRoom>
      <RuleTop />
    </TabsRoom>
  ),
  recordActions,
}

/** The tabs, a gap, and the words that are not mapped yet. */
const mapHeight = { xs: 65 + unmappedHeight.xs, sm: 65 + unmappedHeight.sm }

export const statusMapViews: Views<typeof statusMap> = {
  listTop: () => (
    <TabsRoom height={mapHeight}>
      <MapTop />
    </TabsRoom>
  ),
  recordActions,
  // Above it stand the words that are not mapped.
  notices: { unmapped_status: () => ({ filter: {} }) },
}

type Asked = Pick<
  Parameters<NonNullable<Views<typeof statusSetting>['recordActions']>>[0],
  'user' | 't'
>

/** Of a mapping and of a rule alike. */
function recordActions({ user, t }: Asked) {
  if (!user.permissions.has('lead.statusSetting.update')) return []
  return [{ name: 'apply', label: wordOf(t, 'status_settings.apply', applyText), Form: ApplyForm }]
}
