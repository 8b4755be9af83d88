import SwapVertIcon from '@mui/icons-material/SwapVert'

import type { Resource } from '#schema'

import { useT } from '../../../client/i18n/texts.ts'
import { lazyDialog } from '../../../ui/states/lazyDialog.tsx'
import { useAnchor } from '../../../ui/useAnchor.ts'
import type { Columns } from '../columnChoice.ts'
import { ToolButton } from './toolParts.tsx'
import { useUnsortable } from '../listAddress.ts'

const SortMenu = lazyDialog(async () => (await import('./SortMenu.tsx')).SortMenu)

/** Opens the choice of the fields that a list is sorted by. */
export function SortButton({ resource, columns }: { resource: Resource; columns: Columns }) {
  const t = useT()
  const { anchor, opener, onClose } = useAnchor('dialog')
  const unsortable = useUnsortable(resource)
  const fields = columns.all.filter(({ name }) => unsortable(name) === undefined)
  const isPartly = resource.size === 'large' && fields.length < columns.all.length
  if (fields.length === 0) return null
  return (
    <>
      <ToolButton icon={<SwapVertIcon />} label={t('sort')} {...opener} />
      {anchor && <SortMenu {...{ resource, fields, anchor, isPartly, onClose }} />}
    </>
  )
}
