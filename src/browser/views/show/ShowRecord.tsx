import Box from '@mui/material/Box'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { Suspense, useState } from 'react'
import { ShowBase, useShowContext } from 'react-admin'

import type { Row } from '../../client/records/row.ts'
import { useUser } from '../../client/session/session.ts'
import { useParts, type ViewProps } from '../slots.ts'
import { recordTitle } from '../rows/cells.tsx'
import { Denied, InsteadOf, Waiting } from '../../ui/states/StatePanels.tsx'
import { may } from '../../client/records/permitted.ts'
import { RecordFailed } from '../RecordFailed.tsx'
import { useNames } from '../../client/i18n/texts.ts'
import { RelatedLists } from './RelatedLists.tsx'
import { type RecordProps, ShowFields } from './ShowFields.tsx'
import { ShowHead } from './ShowHead.tsx'

interface ShowProps extends ViewProps {
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
      <Tabbed {...{ resource, views, record }} />
    </Box>
  )
}

/** The fields and sections of a record, alone or as the first of its tabs. */
function Tabbed({ resource, views, record }: RecordProps) {
  const { one } = useNames(resource)
  const tabs = useParts('showTab', resource, views)
  const sections = useParts('showSection', resource, views)
  const [current, setCurrent] = useState(0)
  const shown = tabs[current - 1]
  const parts = shown ? [shown.Content] : sections
  return (
    <>
      {tabs.length > 0 && (
        <Tabs value={current} onChange={(_event, next: number) => setCurrent(next)}>
          <Tab label={one} />
          {tabs.map(({ Label }, at) => (
            <Tab key={at} label={<Label />} />
          ))}
        </Tabs>
      )}
      {!shown && <ShowFields {...{ resource, views, record }} />}
      {!shown && <RelatedLists {...{ resource, record }} />}
      {parts.map((Part, at) => (
        <Suspense key={`${current} ${at}`}>
          <Part {...{ resource, record }} />
        </Suspense>
      ))}
    </>
  )
}
