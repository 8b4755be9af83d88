import { useQueryClient } from '@tanstack/react-query'
import { useNotify, useStoreContext } from 'react-admin'
import { useNavigate } from 'react-router-dom'

import type { Resource } from '#schema'

import { changesKey } from '../../browser/views/list/listAppearance.ts'
import { usePerPage } from '../../browser/views/list/listRequest.ts'
import { useProvider } from '../../browser/client/records/provider.ts'
import { useT } from '../../browser/client/i18n/texts.ts'
import { standardSearch } from '../../browser/views/list/listAddress.ts'
import type { SavedView, ViewSettings } from './savedView.ts'
import { searchOf, tellDropped } from './useOpening.ts'
import { usePinned, viewsResource } from './useViews.ts'
import english from '../../texts/en/savedViews.json'

/** With whom a view is shared. */
export type Audience = Pick<SavedView, 'visibility' | 'role'>

/** What can be done with the views of a list. The writes reject with the server's refusal. */
export function useViewActions(resource: Resource) {
  const t = useT(english)
  const notify = useNotify()
  const navigate = useNavigate()
  const provider = useProvider()
  const queryClient = useQueryClient()
  const { removeItem } = useStoreContext()
  const perPage = usePerPage()
  const { pin, unpin, rename } = usePinned(resource.name)
  const go = (search: string) => {
    removeItem(changesKey(resource))
    void navigate({ search })
  }
  const open = (view: SavedView) => {
    tellDropped(view, t, notify)
    go(searchOf(resource, view, perPage))
  }
  /** The views are read again before anything is told, so that the list knows the one it then shows. */
  const notified = async (text: string) => {
    await queryClient.invalidateQueries({ queryKey: [viewsResource] })
    notify(text)
  }
  return {
    open,
    openStandard: () => go(standardSearch(resource, perPage)),
    async saveAs(name: string, settings: ViewSettings) {
      const { data } = await provider.create<SavedView>(viewsResource, {
        data: { name, resource: resource.name, settings },
      })
      await notified(t('view_saved'))
      pin(data)
      open(data)
    },
    async change(view: SavedView, changes: Partial<Pick<SavedView, 'name' | 'settings'>>) {
      const { id } = view
      const data = { ...view, ...changes }
      await provider.update(viewsResource, { id, data, previousData: view })
      await notified(t('view_saved'))
      rename(data)
      if (changes.settings) removeItem(changesKey(resource))
    },
    async share({ id }: SavedView, audience: Audience) {
      await provider.call('POST', `/profile/view/${id}/share`, audience)
      await notified(audience.visibility === 'private' ? t('view_unshared') : t('view_shared'))
    },
    async remove(view: SavedView) {
      await provider.delete(viewsResource, { id: view.id, previousData: view })
      unpin(view.id)
      go(standardSearch(resource, perPage))
      await notified(t('view_deleted'))
    },
  }
}
