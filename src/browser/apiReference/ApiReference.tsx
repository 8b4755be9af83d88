import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import CircularProgress from '@mui/material/CircularProgress'
import Link from '@mui/material/Link'
import Paper from '@mui/material/Paper'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { Http } from '../http.ts'
import { entriesOf, type Entry, type OpenApi } from './operations.ts'

/** The API as the signed-in user may call it, from `/api/openapi.json`. */
export function ApiReference({ http }: { http: Http }) {
  const [search, setSearch] = useState('')
  const { data, error } = useQuery({
    queryKey: ['openapi'],
    queryFn: ({ signal }) => http.json<OpenApi>('/openapi.json', { signal }),
    staleTime: 60_000,
  })
  const groups = data ? [...entriesOf(data, search)] : []
  return (
    <Box lang="en" dir="ltr" sx={{ maxWidth: 960, py: 3 }}>
      <title>API reference – Leadgate</title>
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
      {error && <Typography role="alert">{error.message}</Typography>}
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

function Call({ method, path, summary, query, body }: Entry) {
  return (
    <Paper variant="outlined" sx={{ p: 1.5 }}>
      <Stack direction="row" spacing={1} useFlexGap sx={{ alignItems: 'center', flexWrap: 'wrap' }}>
        <Chip size="small" label={method} sx={{ fontFamily: 'monospace', minWidth: 72 }} />
        <Typography component="code" sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere' }}>
          {path}
        </Typography>
        <Typography color="text.secondary">{summary}</Typography>
      </Stack>
      {query.length > 0 && <Details summary="Query" lines={query.map((name) => [name, ''])} />}
      {body.length > 0 && (
        <Details
          summary="Body"
          lines={body.map(({ name, type, isRequired }) => [isRequired ? `${name} *` : name, type])}
        />
      )}
    </Paper>
  )
}

function Details({ summary, lines }: { summary: string; lines: [string, string][] }) {
  return (
    <Box component="details" sx={{ mt: 1 }}>
      <summary>{summary}</summary>
      <Box
        component="dl"
        sx={{ display: 'grid', gridTemplateColumns: 'max-content 1fr', columnGap: 2, m: 0, mt: 1 }}
      >
        {lines.map(([name, type]) => (
          <Box key={name} sx={{ display: 'contents' }}>
            <Box component="dt" sx={{ fontFamily: 'monospace' }}>
              {name}
            </Box>
            <Box component="dd" sx={{ m: 0, color: 'text.secondary', overflowWrap: 'anywhere' }}>
              {type}
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  )
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
