import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { Suspense, type ReactNode } from 'react'
import { useParams } from 'react-router-dom'

import { WithRelated } from './show/WithRelated.tsx'
import { listPath } from '../client/addresses/addresses.ts'
import type { ViewProps } from './resourceViews.ts'
import { useNames, useT } from '../client/i18n/texts.ts'
import { CreateRecord, EditRecord } from './recordPages.ts'
import { useRecordName } from './useRecordName.ts'
import { RevealedValues } from './reveal/revealed.tsx'
import { Waiting } from '../ui/states/StatePanels.tsx'
import { useLeave } from '../client/addresses/navigation.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'

/** The form of a new record on a page of its own. */
export function ResourceCreate({ resource, views }: ViewProps) {
  const t = useT()
  const { one } = useNames(resource)
  const onDone = useLeave(listPath(resource))
  const form = <CreateRecord {...{ resource, views }} onDone={onDone} />
  if (views?.create) return form
  return (
    <Page title={t('new', { one: one.toLowerCase() })}>
      <FormCard>{form}</FormCard>
    </Page>
  )
}

/** The form of the record that the address names, on a page of its own. */
export function ResourceEdit({ resource, views }: ViewProps) {
  const t = useT()
  const { one } = useNames(resource)
  const onDone = useLeave(listPath(resource))
  const id = Number(useParams().id)
  const name = useRecordName(resource, { view: 'edit', id })
  const form = (
    <RevealedValues key={id}>
      <EditRecord {...{ resource, views, id }} onDone={onDone} />
    </RevealedValues>
  )
  if (views?.edit) return form
  return (
    <Page title={t('edit_one', { one: one.toLowerCase() })} name={name}>
      <WithRelated key={id} {...{ resource, id }}>
        <FormCard>{form}</FormCard>
      </WithRelated>
    </Page>
  )
}

interface PageProps {
  title: string
  name?: string | undefined
  children: ReactNode
}

function Page({ title, name, children }: PageProps) {
  return (
    <Box sx={page}>
      <PageTitle title={name === undefined ? title : `${title}: ${name}`} />
      <Typography component="h1" variant="h5">
        {title}
      </Typography>
      {children}
    </Box>
  )
}

// No column grows with what it holds: tabs that have no room are scrolled.
const page = {
  py: 2,
  maxWidth: 900,
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 3,
}

/** A card that clips is a place to scroll of its own, in which the buttons would not stay in sight. */
const FormCard = ({ children }: { children: ReactNode }) => (
  <Card sx={card}>
    <Suspense fallback={<Waiting />}>{children}</Suspense>
  </Card>
)

const card = {
  '--form-inset': { xs: '16px', sm: '24px' },
  '--form-corners': '0 0 7px 7px',
  px: 'var(--form-inset)',
  pt: 3,
  overflow: 'visible',
}
