import SwapVertIcon from '@mui/icons-material/SwapVert'
import { lazy, Suspense, useState } from 'react'

import type { Resource } from '#schema'

import { useT } from '../../client/i18n/texts.ts'
import type { Columns } from './columns.ts'
import { ToolButton } from './ToolButton.tsx'
import { useUnsortable } from './useUnsortable.ts'

const SortMenu = lazy(async () => ({ default: (await import('./SortMenu.tsx')).SortMenu }))

/** Opens the choice of the fields that a list is sorted by. */
export function SortButton({ resource, columns }: { resource: Resource; columns: Columns }) {
  const t = useT()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const unsortable = useUnsortable(resource)
  const fields = columns.all.filter(({ name }) => unsortable(name) === undefined)
  const isPartly = resource.size === 'large' && fields.length < columns.all.length
  if (fields.length === 0) return null
  return (
    <>
      <ToolButton
        icon={<SwapVertIcon />}
        label={t('sort')}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      />
      <Suspense>
        {anchor && (
          <SortMenu {...{ resource, fields, anchor, isPartly }} onClose={() => setAnchor(null)} />
        )}
      </Suspense>
    </>
  )
}
