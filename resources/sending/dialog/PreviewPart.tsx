import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { Link as RouterLink } from 'react-router-dom'

import { numberText, useSettled, useT, Waiting } from '#browser'

import { useFailureWord } from '../../leads/lead/status/FailureStatus.tsx'
import { plannedOf, type missingIn, type SendPreview } from './sendForm.ts'
import type { Targets } from './useTargets.browser.ts'
import english from '../../translations/en/console.json'

interface PreviewProps {
  preview: SendPreview | undefined
  isFetching: boolean
  missing: ReturnType<typeof missingIn>
  targets: Targets
}

/** What would become of the leads, counted by reason, and the first of them as it would go out. */
export function PreviewPart({ missing, ...props }: PreviewProps) {
  const t = useT(english)
  return missing ? <Alert severity="info">{t(missing)}</Alert> : <Outlook {...props} />
}

function Outlook({ preview: made, isFetching, targets }: Omit<PreviewProps, 'missing'>) {
  const t = useT(english)
  const failureWord = useFailureWord()
  const plannedWords = usePlannedWords()
  const preview = useSettled(made)
  if (!preview) return made || isFetching ? <Waiting /> : null
  const planned = plannedOf(preview)
  const several = preview.departments.length > 1
  return (
    <Box
      component="section"
      aria-label={t('send.preview')}
      aria-busy={isFetching}
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}
    >
      <Alert severity={planned === 0 ? 'warning' : 'success'} role="status">
        {plannedWords(preview)}
        {preview.checked < preview.count &&
          ` ${t('send.checked', { count: numberText(preview.checked) })}`}
      </Alert>
      {several && (
        <Lines lines={preview.departments.map(({ id, count }) => [targets.nameOf([id]), count])} />
      )}
      {preview.reasons.map(({ department, status, message, others, count, waits, leads }) => (
        <Box key={JSON.stringify([department, status, message, waits, others])}>
          <Lines
            lines={[
              [t(waits ? 'send.waits' : 'send.skipped', { reason: failureWord(status) }), count],
            ]}
          />
          {several && (waits || others.length > 0) && (
            <Typography variant="body2">{targets.nameOf([department])}</Typography>
          )}
          {message && <Typography variant="body2">{message}</Typography>}
          {others.map((other) => (
            <Typography key={other.department} variant="body2">
              {`${targets.nameOf([other.department])}: ${[failureWord(other.status), other.message].filter(Boolean).join(' – ')}`}
            </Typography>
          ))}
          <Typography variant="body2" color="text.secondary">
            {leads.map(({ id, name }, at) => (
              <span key={id}>
                {at > 0 && ', '}
                <Link component={RouterLink} to={`/lead/single/${id}`} target="_blank">
                  {name || `#${id}`}
                </Link>
              </span>
            ))}
            {count > leads.length &&
              ` ${t('send.and_more', { count: numberText(count - leads.length) })}`}
          </Typography>
        </Box>
      ))}
      {preview.sample && <Sample sample={preview.sample} />}
    </Box>
  )
}

/** Returns what says how many of the leads will be sent, and how many of these wait. */
function usePlannedWords(): (preview: SendPreview) => string {
  const t = useT(english)
  const counted = (count: number) => ({ smart_count: count, count: numberText(count) })
  return (preview) => {
    const { count: of, waiting } = preview
    const planned = plannedOf(preview)
    const some = { count: numberText(planned), of: numberText(of) }
    const sent =
      planned > 0 && planned < of
        ? t('send.planned', some)
        : t(planned === 0 ? 'send.planned_none' : 'send.planned_all', counted(of))
    if (waiting === 0) return sent
    return `${sent} ${of === 1 ? t('send.waits_alone') : t('send.waiting', counted(waiting))}`
  }
}

function Lines({ lines }: { lines: readonly (readonly [text: string, count: number])[] }) {
  return (
    <>
      {lines.map(([text, count]) => (
        <Box key={text} sx={{ display: 'flex', justifyContent: 'space-between', gap: 2 }}>
          <Box component="span" sx={{ minWidth: 0 }}>
            {text}
          </Box>
          <strong>{numberText(count)}</strong>
        </Box>
      ))}
    </>
  )
}

function Sample({ sample }: { sample: NonNullable<SendPreview['sample']> }) {
  const t = useT(english)
  return (
    <Box component="details">
      <Box component="summary" sx={{ cursor: 'pointer', fontWeight: 600, py: 0.5 }}>
        {t('send.sample')}
      </Box>
      <Box component="pre" tabIndex={0} sx={code}>
        {`${sample.method} ${sample.url}\n\n${sample.body ?? ''}`}
      </Box>
    </Box>
  )
}

const code = {
  m: 0,
  p: 1.5,
  borderRadius: 1,
  bgcolor: 'action.hover',
  overflowX: 'auto',
  fontSize: '0.8125rem',
  maxHeight: 240,
}
