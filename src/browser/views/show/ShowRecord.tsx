import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import Typography from '@mui/material/Typography'
import { Suspense, useState } from 'react'
import { ShowBase, useShowContext } from 'react-admin'
import { Link } from 'react-router-dom'

import { type Resource, sectionsOf } from '#schema'

import type { Row } from '../../client/records/row.ts'
import { useUser } from '../../client/session/session.ts'
import { useParts, type Views } from '../slots.ts'
import { recordTitle } from '../rows/cells.tsx'
import { Denied, InsteadOf, Waiting } from '../../ui/states/StatePanels.tsx'
import { may, actionsOf, readableFields } from '../../client/records/permitted.ts'
import { RecordFailed } from '../RecordFailed.tsx'
import { useNames, useT } from '../../client/i18n/texts.ts'
import { CopyButton } from '../../ui/fields/CopyButton.tsx'
import { deletion, useAct, type Act } from '../actions/action.ts'
import { editPathFrom } from '../../client/addresses/addresses.ts'
import { shownValue } from '../../../kinds/kinds.browser.ts'
import { RevealButton } from '../reveal/RevealButton.tsx'
import { useOpened } from '../reveal/revealed.tsx'
import english from '../../../texts/records.json'

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
      <Tabbed {...{ resource, views, record }} />
    </Box>
  )
}

type RecordProps = Pick<ShowProps, 'resource' | 'views'> & { record: Row }

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
      {parts.map((Part, at) => (
        <Suspense key={`${current} ${at}`}>
          <Part {...{ resource, record }} />
        </Suspense>
      ))}
    </>
  )
}

interface HeadProps {
  resource: Resource
  record: Row
  title: string
  onDone(): void
}

/** The name of a record and the buttons of what the user may do to it. */
function ShowHead({ resource, record, title, onDone }: HeadProps) {
  const t = useT(english)
  const user = useUser()
  const act = useAct()
  const target = { record }
  const start = (chosen: Act, done?: () => void) =>
    act({ resource, act: chosen, target, ...(done && { onDone: done }) })
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      <title>{title}</title>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'baseline',
          columnGap: 1,
          flex: { xs: '1 0 100%', sm: 1 },
        }}
      >
        <Typography component="h1" variant="h5" sx={{ overflowWrap: 'anywhere' }}>
          {title}
        </Typography>
        {title !== `#${record.id}` && (
          <Typography component="span" color="text.secondary">{`#${record.id}`}</Typography>
        )}
        <CopyButton text={String(record.id)} />
      </Box>
      {actionsOf(resource, user, record).map((action) => (
        <Button key={action.name} onClick={() => start(action)}>
          {action.label}
        </Button>
      ))}
      {may(resource, 'delete', user, record) && (
        <Button color="error" onClick={() => start(deletion(t), onDone)}>
          {t('delete')}
        </Button>
      )}
      {may(resource, 'edit', user, record) && (
        <Button variant="contained" component={Link} to={editPathFrom(resource, record.id)}>
          {t('edit')}
        </Button>
      )}
    </Box>
  )
}

/** Every value of a record that the user may read, under the headings of the declaration. */
function ShowFields({ resource, views, record: masked }: RecordProps) {
  const user = useUser()
  const record = useOpened(masked)
  const names = useNames(resource)
  const sections = sectionsOf(resource.show ?? resource.form)
    .map(([heading, fields]) => ({ heading, fields: readableFields(resource, user, fields) }))
    .filter(({ fields }) => fields.length > 0)
  return sections.map(({ heading, fields }) => (
    <Card key={heading} variant="outlined" component="section" sx={{ p: 2 }}>
      <Box sx={headStyle}>
        {heading && (
          <Typography component="h2" variant="subtitle1" sx={{ mb: 1, fontWeight: 600 }}>
            {heading}
          </Typography>
        )}
        <RevealButton
          {...{ resource, record: masked }}
          names={fields.map(({ name }) => name)}
          sx={{ my: { xs: -1, sm: -0.5 }, marginInlineStart: 'auto' }}
        />
      </Box>
      <Box component="dl" sx={grid}>
        {fields.map(({ name, field }) => {
          const Own = views?.fields?.[name]
          const value = Own ? (
            <Own record={record as never} full />
          ) : (
            shownValue(field, name, record, true)
          )
          return (
            <Box key={name} sx={Own && { gridColumn: '1 / -1' }}>
              <Typography component="dt" variant="caption" color="text.secondary">
                {names.field(name)}
              </Typography>
              <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
                {value ?? '—'}
              </Box>
            </Box>
          )
        })}
      </Box>
    </Card>
  ))
}

const headStyle = { display: 'flex', alignItems: 'baseline', gap: 1 }

const grid = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 220px), 1fr))',
  gap: 2,
  m: 0,
}
