import SwapVertIcon from '@mui/icons-material/SwapVert'
import { lazy, Suspense, useState } from 'react'

import type { Resource } from '#schema'

import { useUser } from '../../session.ts'
import { maySort } from '../permitted.ts'
import { useText } from '../words.ts'
import type { Columns } from './columns.ts'
import { ToolButton } from './ToolButton.tsx'

const SortMenu = lazy(async () => ({ default: (await import('./SortMenu.tsx')).SortMenu }))

/** Opens the choice of the fields that a list is sorted by. */
export function SortButton({ resource, columns }: { resource: Resource; columns: Columns }) {
  const say = useText()
  const user = useUser()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const fields = columns.all.filter((column) => maySort(resource, user, column))
  if (fields.length === 0) return null
  return (
    <>
      <ToolButton
        icon={<SwapVertIcon />}
        label={say('sort', 'Sort')}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      />
      <Suspense>
        {anchor && <SortMenu {...{ resource, fields, anchor }} onClose={() => setAnchor(null)} />}
      </Suspense>
    </>
  )
}
