import Box from '@mui/material/Box'
import { useNavigate, useParams } from 'react-router-dom'

import { ActProvider } from './acts/ActProvider.tsx'
import { listPath } from './paths.ts'
import type { ViewProps } from './ResourceList.tsx'
import { ShowRecord } from './show/ShowRecord.tsx'

/** The record that the address names, read only, on a page of its own. */
export function ResourceShow({ resource, views }: ViewProps) {
  const navigate = useNavigate()
  const id = Number(useParams().id)
  const Own = views?.show
  if (Own) return <Own />
  return (
    <ActProvider>
      <Box sx={{ py: 2 }}>
        <ShowRecord
          key={id}
          {...{ resource, views, id }}
          onDone={() => void navigate(listPath(resource))}
        />
      </Box>
    </ActProvider>
  )
}
