import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import CircularProgress from '@mui/material/CircularProgress'
import Link from '@mui/material/Link'
import Paper from '@mui/material/Paper'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'

import type { Http } from '../../browser/client/http/http.ts'
import { problemOf } from '../../browser/client/http/problem.ts'
import { entriesOf, type Entry, type Named, type OpenApi } from './operations.ts'
import { PageTitle } from '../../browser/ui/PageTitle.tsx'
import { Failed } from '../../browser/ui/states/StatePanels.tsx'

/** The API as the signed-in user may call it, from `/api/openapi.json`. */
export function ApiReference({ http }: { http: Http }) {
  const [search, setSearch] = useState('')
  const { data, error, refetch } = useQuery({
    queryKey: ['openapi'],
    queryFn: ({ signal }) => http.json<OpenApi>('/openapi.json', { signal }),
    staleTime: 60_000,
  })
  const groups = data ? [...entriesOf(data, search)] : []
  return (
    <Box lang="en" dir="ltr" sx={{ maxWidth: 960, py: 3 }}>
      <PageTitle title="API reference" />
      <Typography variant="h5" component="h1" gutterBottom>
        API reference
      </Typography>
      <Typography color="text.secondary" sx={{ mb: 2 }}>
        What you may call with your permissions. Send <code>Authorization: Bearer …</code> with
        every call, or load the{' '}
        <Link href="#openapi" underline="always" onClick={(event) => download(event, data)}>
          OpenAPI 3.1 document
        </Link>
        .
      </Typography>
      <TextField
        label="Find a call"
        type="search"
        value={search}
        onChange={({ target }) => setSearch(target.value)}
        sx={{ mb: 2, maxWidth: 360 }}
      />
      {error && <Failed problem={problemOf(error)} onRetry={() => void refetch()} />}
      {!data && !error && <CircularProgress aria-label="Loading the API reference" />}
      {data && groups.length === 0 && <Typography>No call has these words.</Typography>}
      {groups.map(([group, entries]) => (
        <Group key={group} group={group} entries={entries} />
      ))}
    </Box>
  )
}

function Group({ group, entries }: { group: string; entries: Entry[] }) {
  return (
    <Box component="section" sx={{ mb: 3 }}>
      <Typography variant="h6" component="h2" gutterBottom>
        {group}
      </Typography>
      <Stack spacing={1}>
        {entries.map((entry) => (
          <Call key={entry.method + entry.path} {...entry} />
        ))}
      </Stack>
    </Box>
  )
}

function Call({ method, path, summary, query, body, answers }: Entry) {
  return (
    <Paper variant="outlined" sx={{ p: 1.5 }}>
      <Stack direction="row" spacing={1} useFlexGap sx={{ alignItems: 'center', flexWrap: 'wrap' }}>
        <Chip label={method} sx={{ fontFamily: 'monospace', minWidth: 72 }} />
        <Typography component="code" sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere' }}>
          {path}
        </Typography>
        <Typography color="text.secondary">{summary}</Typography>
      </Stack>
      <Details summary="Query" values={query} />
      <Details summary="Body" values={body} />
      {answers.map(([status, values]) => (
        <Details key={status} summary={`Answer ${status}`} values={values} />
      ))}
    </Paper>
  )
}

/** Values by their names, drawn when asked for: there are thousands. A star marks what must be sent. */
function Details({ summary, values }: { summary: string; values: Named[] }) {
  const [isOpen, setOpen] = useState(false)
  if (values.length === 0) return null
  const isSent = !summary.startsWith('Answer')
  return (
    <Box
      component="details"
      sx={{ mt: 1 }}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{summary}</summary>
      <Box component="dl" sx={detailsStyle}>
        {isOpen &&
          values.map(({ name, type, isRequired }) => (
            <Fragment key={name}>
              <dt>{isSent && isRequired ? `${name} *` : name}</dt>
              <dd>{type}</dd>
            </Fragment>
          ))}
      </Box>
    </Box>
  )
}

const detailsStyle = {
  display: 'grid',
  gridTemplateColumns: 'fit-content(60%) minmax(0, 1fr)',
  columnGap: 2,
  m: 0,
  mt: 1,
  overflowWrap: 'anywhere',
  '& dt': { fontFamily: 'monospace' },
  '& dd': { m: 0, color: 'text.secondary' },
}

/** Saves the document as a file: a plain link could not send the token. */
function download(event: { preventDefault(): void }, data: OpenApi | undefined): void {
  event.preventDefault()
  const url = URL.createObjectURL(
    new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }),
  )
  const link = Object.assign(document.createElement('a'), { href: url, download: 'openapi.json' })
  link.click()
  URL.revokeObjectURL(url)
}
