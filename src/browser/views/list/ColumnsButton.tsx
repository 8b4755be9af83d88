import ViewColumnIcon from '@mui/icons-material/ViewColumn'
import Button from '@mui/material/Button'
import { lazy, Suspense, useState } from 'react'

import type { Resource } from '#schema'

import { useT } from '../../client/i18n/texts.ts'
import type { Columns } from './columns.ts'

const ColumnsMenu = lazy(async () => ({ default: (await import('./ColumnsMenu.tsx')).ColumnsMenu }))

/** Opens the choice of the columns that a list shows. */
export function ColumnsButton(props: { resource: Resource; columns: Columns }) {
  const t = useT()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <Button
        startIcon={<ViewColumnIcon />}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {t('columns')}
      </Button>
      <Suspense>
        {anchor && <ColumnsMenu {...props} anchor={anchor} onClose={() => setAnchor(null)} />}
      </Suspense>
    </>
  )
}
