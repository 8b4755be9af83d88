import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import GlobalStyles from '@mui/material/GlobalStyles'
import Typography from '@mui/material/Typography'
import { keepPreviousData } from '@tanstack/react-query'
import { useFormState, useWatch } from 'react-hook-form'

import { Failed, problemOf, useApiQuery, useT } from '#browser'

import english from '../../../translations/en/console.json'
import { useAfterPause } from '../../../useAfterPause.browser.ts'
import { integration, type Integration } from '../integration.ts'
import { testedFields } from '../testedFields.ts'
import { CallText, type ShownRequest } from './CallText.tsx'
import { FillFromFile } from './FillFromFile.tsx'
import { useIntegrationWords } from './useIntegrationWords.browser.ts'
import { useTemplate } from './useTemplate.browser.ts'

interface Preview {
  readonly request?: ShownRequest
  readonly refused?: string
  readonly message?: string
  readonly faults: Readonly<Record<string, readonly string[]>>
  readonly warnings: readonly { readonly place: string; readonly message: string }[]
}

/** What would be sent, as the form stands; it follows what is typed, and a chosen template fills the form. */
export function CallPreview({ record }: { record?: Integration }) {
  const t = useT(english)
  useTemplate()
  const isBegun = Boolean(useWatch({ name: 'url' }))
  const { data, error } = usePreview(record?.id)
  const notes = Object.entries(data?.faults ?? {}).map(([place, [message = '']]) => ({
    place,
    message,
  }))
  return (
    <Box component="section" data-beside aria-label={t('integration.preview')} sx={panel}>
      <GlobalStyles styles={room} />
      <Typography variant="subtitle1" component="h2" sx={{ fontWeight: 600 }}>
        {t('integration.preview')}
      </Typography>
      <Typography variant="body2" color="text.secondary">
        {t('integration.preview_help')}
      </Typography>
      {!record && <FillFromFile />}
      {record?.state === 'active' && <StopsSending />}
      <Box aria-live="polite" sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
        {error && <Failed problem={problemOf(error)} />}
        {data?.request && <CallText request={data.request} />}
        {!isBegun && <Alert severity="info">{t('integration.preview_begin')}</Alert>}
        {isBegun && data && !data.request && notes.length === 0 && (
          <Alert severity="info">
            {data.refused}
            {data.message && `: ${data.message}`}
          </Alert>
        )}
        <Notes severity="error" notes={notes} />
        {isBegun && <Notes severity="warning" notes={data?.warnings ?? []} />}
      </Box>
    </Box>
  )
}

/** Said before an integration that sends is saved with something that needs another test. */
function StopsSending() {
  const t = useT(english)
  const { dirtyFields } = useFormState()
  if (!Object.keys(dirtyFields).some((name) => testedFields.has(name))) return null
  return <Alert severity="warning">{t('integration.save_stops')}</Alert>
}

interface NotesProps {
  severity: 'error' | 'warning'
  notes: readonly { readonly place: string; readonly message: string }[]
}

function Notes({ severity, notes }: NotesProps) {
  const words = useIntegrationWords()
  if (notes.length === 0) return null
  return (
    <Alert severity={severity}>
      <Box component="ul" sx={{ m: 0, ps: 2, pl: 2 }}>
        {notes.map(({ place, message }) => (
          <li key={place + message}>
            <b>{words.place(place)}</b>: {message}
          </li>
        ))}
      </Box>
    </Alert>
  )
}

/** Asks half a second after the last key. */
function usePreview(id: number | undefined) {
  const typed: Readonly<Record<string, unknown>> = useWatch()
  const text = JSON.stringify(sentOf(typed))
  const asked = useAfterPause(text)
  const path = `/send/integration/${id === undefined ? '' : `${id}/`}preview`
  return useApiQuery<Preview>({
    queryKey: [integration.name, 'preview', path, asked],
    path,
    body: { values: JSON.parse(asked) },
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
}

/** What is typed, without secrets; what is empty is nothing. */
const sentOf = (typed: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(typed)
      .filter(([name]) => name in integration.fields && !name.includes('secret'))
      .map(([name, value]) => [name, value === '' ? null : value]),
  )

const wide = '@media (min-width: 1280px)'
const panelWidth = 360

const panel = {
  display: 'grid',
  gap: 1,
  mt: 3,
  p: 2,
  border: 1,
  borderColor: 'divider',
  borderRadius: 2,
  minWidth: 0,
  bgcolor: 'background.paper',
  // Beside the form where a page has room for both.
  'main &': {
    [wide]: {
      position: 'fixed',
      insetInlineEnd: 24,
      top: 80,
      width: `${panelWidth}px`,
      maxHeight: 'calc(100vh - 104px)',
      overflow: 'auto',
      mt: 0,
      zIndex: 1,
    },
  },
} as const

/** What the page leaves free for it. */
const room = { [wide]: { 'main:has([data-beside])': { paddingInlineEnd: panelWidth + 40 } } }
