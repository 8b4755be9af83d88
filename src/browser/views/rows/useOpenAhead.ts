import { useQueryClient } from '@tanstack/react-query'
import { useEffect, type RefObject } from 'react'

import { quiet } from '../../client/live/quiet.ts'
import { loadParts } from '../../ui/states/lazyPart.tsx'
import { recordPages } from '../recordPages.ts'
import type { ViewProps } from '../resourceViews.ts'
import { useParts } from '../slots.ts'

/**
 * Loads what a click on a row opens, so that it stands at once: when the rows stand and nothing else is asked for, or as soon as
 * the pointer or the focus comes to them.
 */
export function useOpenAhead(
  { resource, views }: ViewProps,
  region: RefObject<HTMLElement | null>,
  isDrawn: boolean,
): void {
  const queryClient = useQueryClient()
  const heads = useParts('showHead', resource, views)
  const sections = useParts('showSection', resource, views)
  const tabs = useParts('showTab', resource, views)
  useEffect(() => {
    const rows = region.current
    if (!isDrawn || !rows) return undefined
    const controller = new AbortController()
    const { signal } = controller
    const labels = tabs.flat().map(({ Label }) => Label)
    const own = [...heads, ...sections, ...labels, ...Object.values(views?.fields ?? {})]
    const load = () => {
      controller.abort()
      void loadParts([...recordPages, ...own])
    }
    rows.addEventListener('pointerover', load, { signal })
    rows.addEventListener('focusin', load, { signal })
    void quiet(queryClient, signal).then(() => signal.aborted || load())
    return () => controller.abort()
  }, [queryClient, region, isDrawn, views, heads, sections, tabs])
}
