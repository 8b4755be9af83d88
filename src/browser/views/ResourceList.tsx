import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import LinearProgress from '@mui/material/LinearProgress'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { Theme } from '@mui/material/styles'
import { lazy, Suspense } from 'react'
import { ListBase, useListContext } from 'react-admin'
import { useMatch } from 'react-router-dom'

import type { Resource } from '#schema'

import { useUser } from '../session.ts'
import type { Views } from '../views.ts'
import { ActProvider } from './acts/ActProvider.tsx'
import { RecordDrawers } from './forms/RecordDrawers.tsx'
import { BulkBar, bulkActs } from './list/BulkBar.tsx'
import { useColumns } from './list/columns.ts'
import { FailedList } from './list/EmptyList.tsx'
import { ListHead } from './list/ListHead.tsx'
import { ListPagination } from './list/ListPagination.tsx'
import { ListTools } from './list/ListTools.tsx'
import { firstOrder } from './list/order.ts'
import { RecordCards } from './list/RecordCards.tsx'
import { RecordTable } from './list/RecordTable.tsx'
import { RowMenuProvider } from './list/RowMenu.tsx'
import { useBareHistory } from './list/useBareHistory.ts'
import { Waiting } from './Notices.tsx'
import { importPath } from './paths.ts'
import { useText } from './words.ts'

const ResourceImport = lazy(async () => ({
  default: (await import('../imports/ResourceImport.tsx')).ResourceImport,
}))

export interface ViewProps {
  resource: Resource
  views?: Views<Resource>
}

/** Rows of one kind of record, `meta` keeps them apart from whole records in the cache (react-admin 3.3). */
const queryOptions = { meta: { view: 'list' } }

/** The list of a resource, with create, edit and show in a drawer over it where they have no route of their own. */
export function ResourceList({ resource, views }: ViewProps) {
  const Own = views?.list
  useBareHistory(resource)
  const isImport = useMatch(importPath(resource)) !== null
  if (isImport && resource.import) {
    return (
      <Suspense fallback={<Waiting />}>
        <ResourceImport resource={resource} />
      </Suspense>
    )
  }
  return (
    <ListBase
      key={resource.name}
      resource={resource.name}
      disableAuthentication
      exporter={false}
      perPage={25}
      sort={firstOrder(resource)}
      queryOptions={queryOptions}
    >
      <ActProvider>
        <RowMenuProvider resource={resource}>
          {Own ? <Own /> : <ListPage resource={resource} views={views} />}
          <RecordDrawers resource={resource} views={views} />
        </RowMenuProvider>
      </ActProvider>
    </ListBase>
  )
}

function ListPage({ resource, views }: ViewProps) {
  const columns = useColumns(resource, useUser())
  const { error, isPending } = useListContext()
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2, py: 2 }}>
      <ListHead
        resource={resource}
        shown={columns.shown.map(({ name }) => name)}
        listActions={views?.listActions}
      />
      <ListTools resource={resource} columns={columns} />
      {error && !isPending ? (
        <FailedList resource={resource} />
      ) : (
        <Rows {...{ resource, views, columns }} />
      )}
    </Box>
  )
}

function Rows({
  resource,
  views,
  columns,
}: ViewProps & { columns: ReturnType<typeof useColumns> }) {
  const say = useText()
  const hasBulk = bulkActs(resource, useUser(), say).length > 0
  const isNarrow = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'), {
    noSsr: true,
  })
  const { isFetching } = useListContext()
  const Shape = isNarrow ? RecordCards : RecordTable
  return (
    <Card
      variant="outlined"
      aria-busy={isFetching}
      // Cards of a narrow screen stand for themselves.
      sx={{
        position: 'relative',
        ...(isNarrow && { border: 0, bgcolor: 'transparent', overflow: 'visible' }),
      }}
    >
      {isFetching && (
        <LinearProgress
          aria-label={say('loading', 'Loading')}
          sx={{ position: 'absolute', top: 0, left: 0, right: 0, height: 2, zIndex: 4 }}
        />
      )}
      {hasBulk && <BulkBar resource={resource} />}
      <Shape resource={resource} views={views} columns={columns.shown} hasBulk={hasBulk} />
      <ListPagination />
    </Card>
  )
}
