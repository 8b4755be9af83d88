import { Suspense } from 'react'
import Box from '@mui/material/Box'
import { ShowBase, useShowContext } from 'react-admin'

import type { Resource } from '#schema'

import type { Row } from '../../client/records/row.ts'
import { useUser } from '../../client/session/session.ts'
import { useParts, type Views } from '../views.ts'
import { recordTitle } from '../rows/cells.tsx'
import { Denied, InsteadOf, Waiting } from '../../ui/states/StatePanels.tsx'
import { may } from '../../client/records/permitted.ts'
import { RecordFailed } from '../RecordFailed.tsx'
import { useNames } from '../../client/i18n/texts.ts'
import { ShowFields } from './ShowFields.tsx'
import { ShowHead } from './ShowHead.tsx'

interface ShowProps {
  resource: Resource
  views?: Views<Resource>
  id: number
  /** Where to go when the record is gone. */
  onDone(): void
}

/** One record, read only, or the business's own page of it, with react-admin's contexts around it. */
export function RecordView(props: ShowProps) {
  const Own = props.views?.show
  return (
    <ShowBase
      resource={props.resource.name}
      id={props.id}
      disableAuthentication
      queryOptions={queryOptions}
    >
      {Own ? <Own /> : <ShowRecord {...props} />}
    </ShowBase>
  )
}

/** What fails is said in its place. */
const queryOptions = { onError: () => undefined }

/** One record with what may be done to it. It reads again when the record changes. */
export function ShowRecord({ resource, views, id, onDone }: ShowProps) {
  const user = useUser()
  const { one } = useNames(resource)
  const { record, error, refetch } = useShowContext<Row>()
  if (!record && !error) return <Waiting />
  if (!record || error || !may(resource, 'show', user, record)) {
    return (
      <InsteadOf title={`${one} #${id}`}>
        {error ? (
          <RecordFailed {...{ resource, error }} onRetry={() => void refetch()} />
        ) : (
          <Denied />
        )}
      </InsteadOf>
    )
  }
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      <ShowHead {...{ resource, record, onDone }} title={recordTitle(resource, record)} />
      <ShowFields {...{ resource, views, record }} />
      <Sections {...{ resource, views, record }} />
    </Box>
  )
}

function Sections({
  resource,
  views,
  record,
}: Pick<ShowProps, 'resource' | 'views'> & { record: Row }) {
  const sections = useParts('showSection', resource, views)
  return sections.map((Section, at) => (
    <Suspense key={at}>
      <Section {...{ resource, record }} />
    </Suspense>
  ))
}
