import Box from '@mui/material/Box'
import { Suspense } from 'react'
import { ShowBase, useShowContext } from 'react-admin'

import type { Row } from '../../client/records/row.ts'
import { useUser } from '../../client/session/user.ts'
import { useParts } from '../slots.ts'
import type { ViewProps } from '../resourceViews.ts'
import { recordTitle } from '../rows/cells/cells.tsx'
import { useSettled } from '../../ui/states/Loading.tsx'
import { Denied, InsteadOf, Waiting } from '../../ui/states/StatePanels.tsx'
import { may } from '../../client/records/permitted.ts'
import { RecordFailed } from '../RecordFailed.tsx'
import { useNames, useT } from '../../client/i18n/texts.ts'
import { OneRelated, RelatedLists, useRelated } from './RelatedLists.tsx'
import { relatedTabs } from './relatedTabs.tsx'
import { RecordTabs } from './RecordTabs.tsx'
import { type RecordProps, ShowFields } from './ShowFields.tsx'
import english from '../../../texts/en/records.json'
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
  const { record: data, error, refetch } = useShowContext<Row>()
  const record = useSettled(data)
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
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3 }}>
      <ShowHead {...{ resource, views, record, onDone }} title={recordTitle(resource, record)} />
      <Tabbed {...{ resource, views, record }} />
    </Box>
  )
}

/** The fields and sections of a record, alone or as the first of its tabs. */
function Tabbed({ resource, views, record }: RecordProps) {
  const t = useT(english)
  const user = useUser()
  const { one } = useNames(resource)
  const sections = useParts('showSection', resource, views)
  const others = useParts('showTab', resource, views)
    .flat()
    .filter(({ isFor }) => isFor?.(resource, user) ?? true)
  const related = useRelated(resource)
  const details = (
    <>
      <ShowFields {...{ resource, views, record }} />
      {!resource.showTabs && <RelatedLists {...{ resource, record }} />}
      {sections.map((Part, at) => (
        <Suspense key={at}>
          <Part {...{ resource, record }} />
        </Suspense>
      ))}
    </>
  )
  const tabs = [
    { name: '', label: resource.showTabs ? t('details') : one, content: details },
    ...relatedTabs(resource.showTabs ? related : [], (one) => (
      <OneRelated home={resource} {...{ record, one }} />
    )),
    ...others.map(({ name, Label, Content }) => ({
      name,
      label: <Label />,
      content: <Content {...{ resource, record }} />,
      part: Content,
    })),
  ]
  return <RecordTabs tabs={tabs} />
}
