import Box from '@mui/material/Box'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { Suspense, useId, useState } from 'react'
import { ShowBase, useShowContext } from 'react-admin'

import type { Row } from '../../client/records/row.ts'
import { useUser } from '../../client/session/session.ts'
import { useParts, type ViewProps } from '../slots.ts'
import { recordTitle } from '../rows/cells.tsx'
import { Denied, InsteadOf, Waiting } from '../../ui/states/StatePanels.tsx'
import { may } from '../../client/records/permitted.ts'
import { RecordFailed } from '../RecordFailed.tsx'
import { useNames, useT } from '../../client/i18n/texts.ts'
import { OneRelated, RelatedLists, useRelated } from './RelatedLists.tsx'
import { type RecordProps, ShowFields } from './ShowFields.tsx'
import english from '../../../texts/records.json'
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
  const inTabs = resource.showTabs ? related : []
  const hasTabs = inTabs.length + others.length > 0
  const [current, setCurrent] = useState(0)
  const base = useId()
  const panelId = `${base}panel`
  const tabId = (at: number) => `${base}tab${at}`
  const tabProps = (at: number) => ({ id: tabId(at), 'aria-controls': panelId })
  const tab = others[current - 1 - inTabs.length]
  const list = inTabs[current - 1]
  const parts = tab ? [tab.Content] : list ? [] : sections
  return (
    <>
      {hasTabs && (
        <Tabs
          value={current}
          onChange={(_event, next: number) => setCurrent(next)}
          variant="scrollable"
          allowScrollButtonsMobile
        >
          <Tab {...tabProps(0)} label={resource.showTabs ? t('details') : one} />
          {inTabs.map(({ heading }, at) => (
            <Tab key={heading} {...tabProps(at + 1)} label={heading} />
          ))}
          {others.map(({ Label }, at) => (
            <Tab key={at} {...tabProps(inTabs.length + at + 1)} label={<Label />} />
          ))}
        </Tabs>
      )}
      <Box
        {...(hasTabs && { role: 'tabpanel', id: panelId, 'aria-labelledby': tabId(current) })}
        sx={{ display: 'grid', gap: 3, minWidth: 0 }}
      >
        {current === 0 && <ShowFields {...{ resource, views, record }} />}
        {current === 0 && !resource.showTabs && <RelatedLists {...{ resource, record }} />}
        {list && <OneRelated key={list.heading} home={resource} record={record} one={list} />}
        {parts.map((Part, at) => (
          <Suspense key={`${current} ${at}`}>
            <Part {...{ resource, record }} />
          </Suspense>
        ))}
      </Box>
    </>
  )
}
