import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import { Suspense, useState } from 'react'

import type { ImportFound } from '#contract'
import type { Resource } from '#schema'

import { numberText } from '../../client/i18n/formats.ts'
import { useT } from '../../client/i18n/texts.ts'
import { newRequestKey } from '../../client/http/requestKey.ts'
import { useProvider } from '../../client/records/provider.ts'
import { ProblemAlert } from '../forms/errors/ProblemAlert.tsx'
import { Waiting } from '../../ui/states/StatePanels.tsx'
import { SteadyButton } from '../../ui/SteadyButton.tsx'
import type { Views } from '../resourceViews.ts'
import { Counts } from './Counts.tsx'
import { Remarks } from './Remarks.tsx'
import { RefusedRows } from './RefusedRows.tsx'
import { useTask } from '../../ui/useTask.ts'
import { stickyButtons } from '../../ui/stickyButtons.ts'
import english from '../../../texts/en/imports.json'

interface CheckProps {
  resource: Resource
  found: ImportFound
  following: Views<Resource>['followImport']
  /** Whether the step is reached that asks what follows. */
  isAsked: boolean
  onAsk(isAsked: boolean): void
  /** The import has begun. */
  onGo(): unknown
  /** To what was asked for; not once the page was loaded anew. */
  onBack: (() => void) | undefined
}

/** Step 5: what the import would do. Nothing is saved yet. */
export function CheckResult(props: CheckProps) {
  const { resource, found, following, isAsked, onAsk, onGo, onBack } = props
  const t = useT(english)
  const provider = useProvider()
  const [key] = useState(newRequestKey)
  const { created = 0, updated = 0, refused = 0 } = found.checked ?? {}
  const taken = created + updated
  const { run, isBusy, problem } = useTask(async (begin: { name: string; body: object }) => {
    const path = `/${resource.api}/import/${found.id}/${begin.name}`
    await provider.call('POST', path, begin.body, { key })
    await onGo()
  })
  if (following && isAsked) {
    const { Form, name } = following
    return (
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        {problem && <ProblemAlert problem={problem} />}
        <Suspense fallback={<Waiting />}>
          <Form
            {...{ found, isBusy, errors: problem?.errors }}
            onBack={() => onAsk(false)}
            onStart={(follow) => run({ name, body: follow })}
          />
        </Suspense>
      </Box>
    )
  }
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Counts
        counts={[
          { label: t('rows_new'), count: created, tone: 'success' },
          ...(updated > 0 ? [{ label: t('rows_updated'), count: updated }] : []),
          { label: t('rows_refused'), count: refused, tone: refused > 0 ? 'warning' : undefined },
          { label: t('rows_all'), count: found.total },
        ]}
      />
      <Alert severity="info" role="status">
        {t('nothing_saved')}
      </Alert>
      <Remarks remarks={found.remarks} />
      <RefusedRows {...{ resource, found }} />
      {problem && <ProblemAlert problem={problem} />}
      <Box sx={stickyButtons}>
        {onBack && (
          <SteadyButton isOff={isBusy} onClick={onBack}>
            {t('back')}
          </SteadyButton>
        )}
        <SteadyButton
          variant="contained"
          isOff={isBusy || !found.has_file || taken === 0}
          onClick={() => (following ? onAsk(true) : run({ name: 'start', body: {} }))}
        >
          {following
            ? t('next')
            : t('import_rows', { smart_count: taken, count: numberText(taken) })}
        </SteadyButton>
      </Box>
    </Box>
  )
}
