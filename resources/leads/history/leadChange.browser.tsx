import type { ComponentType } from 'react'

import type { RecordOf } from '#schema'
import { lazyPart, type Views } from '#browser'

import { TabsRoom } from '../../TabsRoom.tsx'
import { lead } from '../lead/lead.ts'
import type { leadChange } from './leadChange.ts'

type Cell = ComponentType<{ record: RecordOf<typeof leadChange>; full?: boolean }>

const Detail = lazyPart(async (): Promise<Cell> => {
  const { Changes } = await import('./Changes.tsx')
  return ({ record }) => <Changes resource={lead} record={record} />
})

const Who = lazyPart(async (): Promise<Cell> => (await import('./Who.tsx')).Who)

const loadTabs = () => import('./HistoryTabs.tsx')
const ChangesTop = lazyPart(async () => (await loadTabs()).ChangesTop)
const SendsTop = lazyPart(async () => (await loadTabs()).SendsTop)

export const leadChangeViews: Views<typeof leadChange> = {
  fields: { detail: Detail, user: Who },
  listTop: () => (
    <TabsRoom>
      <ChangesTop />
    </TabsRoom>
  ),
}

/** The other tab of the same screen (product.md 11.7). */
export const SendsTabs = () => (
  <TabsRoom>
    <SendsTop />
  </TabsRoom>
)
