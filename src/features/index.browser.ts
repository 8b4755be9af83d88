import type { Slots } from '../browser/views/slots.ts'
import { apiReference } from './apiReference/apiReference.browser.tsx'
import { bulkEdit } from './bulkEdit/bulkEdit.browser.ts'
import { dashboard } from './dashboard/dashboard.browser.tsx'
import { explain } from './explain/explain.browser.tsx'
import { history } from './history/history.browser.ts'
import { merge } from './merge/merge.browser.ts'
import { palette } from './palette/palette.browser.tsx'
import { preferences } from './preferences/preferences.browser.tsx'
import { savedViews } from './savedViews/savedViews.browser.tsx'
import { shortcuts } from './shortcuts/shortcuts.browser.tsx'
import { undo } from './undo/undo.browser.tsx'

/** What this console has beyond its screens: each feature is its folder and its lines in the three registries here. */
export const slots: Slots = {
  features: [
    apiReference,
    bulkEdit,
    dashboard,
    explain,
    history,
    merge,
    palette,
    preferences,
    savedViews,
    shortcuts,
    undo,
  ],
  loadAttendants: async () => (await import('./attendants.browser.ts')).attendants,
}
