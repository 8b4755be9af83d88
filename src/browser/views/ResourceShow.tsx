import Box from '@mui/material/Box'
import { useMatch, useNavigate, useParams } from 'react-router-dom'

import { RevealedValues } from './reveal/revealed.tsx'
import { ActionProvider } from './actions/ActionProvider.tsx'
import { RecordDrawer } from './forms/RecordDrawer.tsx'
import { editOverShow, listPath, pathOf } from '../client/addresses/addresses.ts'
import { useLeave } from '../client/addresses/navigation.tsx'
import { Closable } from '../ui/states/lazyDialog.tsx'
import type { ViewProps } from './resourceViews.ts'
import { RecordView } from './show/ShowRecord.tsx'

/** The record that the address names, read only, on a page of its own; its form opens over it. */
export function ResourceShow({ resource, views }: ViewProps) {
  const navigate = useNavigate()
  const id = Number(useParams().id)
  const isEditing = useMatch(`/${editOverShow(resource)}`) !== null
  const onDone = () => void navigate(listPath(resource), { replace: true })
  const leave = useLeave(pathOf(resource, 'show', id))
  const record = <RecordView key={id} {...{ resource, views, id, onDone }} />
  if (views?.show) return <ActionProvider>{record}</ActionProvider>
  return (
    <RevealedValues key={id}>
      <ActionProvider>
        <Box sx={{ py: 2 }}>{record}</Box>
        {isEditing && (
          <Closable onClose={leave}>
            <RecordDrawer {...{ resource, views }} opened={{ view: 'edit', id }} onDone={leave} />
          </Closable>
        )}
      </ActionProvider>
    </RevealedValues>
  )
}
