import Box from '@mui/material/Box'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'

import { useGo } from '../../client/addresses/navigation.tsx'
import { useT } from '../../client/i18n/texts.ts'
import type { Row } from '../../client/records/row.ts'
import { copyText } from '../../ui/fields/CopyButton.tsx'
import { lazyDialog } from '../../ui/states/lazyDialog.tsx'
import { type CellTarget, hearCells } from './cells/hearCells.ts'
import { keepFocus, useListPlace } from './listPlace.ts'
import { useListState } from '../list/listState.tsx'
import { regionStyle } from './regionStyle.ts'
import type { ViewProps } from '../resourceViews.ts'
import { useSelection } from './selection.tsx'
import { useOpenAhead } from './useOpenAhead.ts'
import { ToolTextsContext } from './cells/cellTools.tsx'

const CellEditor = lazyDialog(async () => (await import('./cells/CellEditor.tsx')).CellEditor)

interface Edited extends CellTarget {
  readonly record: Row
}

/** Around the rows of a list: hears what is done to their cells, so that a cell costs nothing while it is idle. */
export function ListRegion({ resource, views, children }: ViewProps & { children: ReactNode }) {
  const t = useT()
  const region = useRef<HTMLDivElement>(null)
  const { rows } = useSelection()
  const { error, isPending } = useListState()
  const [edited, setEdited] = useState<Edited>()
  const [announcement, setAnnouncement] = useState('')
  const go = useGo()
  const isDrawn = !isPending && !error
  useListPlace(resource.name, region, isDrawn)
  useOpenAhead({ resource, views }, region, isDrawn)
  const latest = useRef({ t, go })
  useEffect(() => {
    latest.current = { t, go }
  })
  const toolTexts = useMemo(
    () => ({
      copy: (text: string) => t('copy', { text }),
      edit: (field: string, title: string) => t('edit_cell', { field, title }),
    }),
    [t],
  )
  useEffect(() => {
    if (!region.current) return undefined
    const edit = (target: CellTarget) => {
      const record = rows().find(({ id }) => id === target.id)
      if (record) setEdited({ ...target, record })
    }
    const copy = async (text: string) => {
      const isCopied = await copyText(text)
      setAnnouncement(isCopied ? latest.current.t('copied') : '')
      return isCopied
    }
    const follow = (path: string) => latest.current.go(path)
    const stopHearing = hearCells(region.current, { follow, edit, copy })
    const stopKeeping = keepFocus(region.current)
    return () => {
      stopHearing()
      stopKeeping()
    }
  }, [rows])
  return (
    <ToolTextsContext.Provider value={toolTexts}>
      <Box ref={region} sx={regionStyle}>
        {children}
        <span role="status" className="announcement">
          {announcement}
        </span>
      </Box>
      {edited && (
        <CellEditor resource={resource} {...edited} onClose={() => setEdited(undefined)} />
      )}
    </ToolTextsContext.Provider>
  )
}
