import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useGetList, useGetOne, useRefresh } from 'react-admin'
import { Link } from 'react-router-dom'

import {
  Failed,
  newRequestKey,
  problemOf,
  useApiQuery,
  useProvider,
  useT,
  useUnsaved,
  useUser,
  type ActionFormProps,
} from '#browser'
import { Select, SteadyButton, useTask } from '#browser/later'

import { source } from '../../../settings/source/source.ts'
import english from '../../../translations/en/console.json'
import { useAfterPause } from '../../../useAfterPause.browser.ts'
import type { Integration } from '../integration.ts'
import { CallText, type ShownRequest } from './CallText.tsx'
import { TestAnswer, type Tested } from './TestAnswer.tsx'
import { TypedValues, type Typed } from './TypedValues.tsx'

interface Preview {
  readonly request?: ShownRequest
  readonly refused?: string
  readonly message?: string
}

/** Looks at a call with a test lead, makes it, and shows what came (product.md 7.5). */
export function TestForm({ request, onClose }: ActionFormProps) {
  const t = useT(english)
  const provider = useProvider()
  const refresh = useRefresh()
  const id = 'record' in request.target ? request.target.record.id : 0
  const path = `/send/integration/${id}`
  const { data: integration } = useGetOne<Integration>('send_integrations', { id })
  const mayChoose = useUser().permissions.has('lead.view')
  const {
    data: found,
    isLoading,
    error: leadsError,
    refetch: readLeads,
  } = useGetList(
    'leads',
    {
      filter: { is_test: true },
      pagination: { page: 1, perPage: 25 },
      sort: { field: 'created_at', order: 'DESC' },
    },
    { enabled: mayChoose },
  )
  const leads = found ?? []
  // Without them nobody knows that there is none, and a call would make one more.
  const unread = found ? null : leadsError
  const [chosen, setChosen] = useState<number>()
  const [typed, setTyped] = useState<Typed>({})
  const [tested, setTested] = useState<Tested>()
  useUnsaved(!tested && Object.values(typed).some(Boolean))
  const [key, setKey] = useState(newRequestKey)
  const lead = chosen ?? (leads[0] ? Number(leads[0].id) : undefined)
  const body = { ...(lead !== undefined && { lead }), typed }
  const asked = useAfterPause(JSON.stringify(body))
  const {
    data: preview,
    error,
    refetch,
  } = useApiQuery<Preview>({
    queryKey: ['send_integrations', 'dry run', path, asked],
    path: `${path}/preview`,
    body: JSON.parse(asked),
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  const { run, isBusy, problem } = useTask(async () => {
    const { data } = await provider.call<Tested>('POST', `${path}/test`, body, { key })
    setTested(data)
    refresh()
  })
  const begin = () => {
    setTested(undefined)
    setKey(newRequestKey())
  }
  return (
    <>
      <DialogContent sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
        {problem?.errors['source'] ? (
          <NoSource message={problem.message} onLeave={onClose} />
        ) : (
          problem && <Failed problem={problem} />
        )}
        {tested ? (
          <TestAnswer tested={tested} id={id} />
        ) : (
          <>
            <DialogContentText>{t('integration.test_help')}</DialogContentText>
            {unread && <Failed problem={problemOf(unread)} onRetry={() => void readLeads()} />}
            {mayChoose && !isLoading && !unread && leads.length === 0 && (
              <Alert severity="info">{t('integration.no_test_leads')}</Alert>
            )}
            {lead !== undefined && (
              <Select
                margin="dense"
                sx={{ mt: 1 }}
                label={t('integration.test_lead')}
                value={lead}
                options={leads.map(({ id, first_name, last_name }) => [
                  id,
                  [first_name, last_name, `#${id}`].filter(Boolean).join(' '),
                ])}
                onChange={setChosen}
              />
            )}
            <TypedValues {...{ integration, typed }} onChange={setTyped} />
            {error && <Failed problem={problemOf(error)} onRetry={() => void refetch()} />}
            {preview?.request && <CallText request={preview.request} />}
            {preview?.refused && (
              <Alert severity="warning">
                {preview.refused}
                {preview.message && `: ${preview.message}`}
              </Alert>
            )}
          </>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('close')}</Button>
        <SteadyButton
          variant="contained"
          isOff={isBusy || isLoading || (!tested && Boolean(unread))}
          onClick={() => (tested ? begin() : run())}
        >
          {t(tested ? 'integration.again' : 'integration.call')}
        </SteadyButton>
      </DialogActions>
    </>
  )
}

/** Who may make a source goes on to its form. */
function NoSource({ message, onLeave }: { message: string; onLeave: () => void }) {
  const t = useT(english)
  const mayMake = useUser().permissions.has('settings.source.create')
  return (
    <Alert
      severity="warning"
      action={
        mayMake && (
          <Button
            color="inherit"
            component={Link}
            to={`/${source.routes.list}/create`}
            onClick={onLeave}
          >
            {t('integration.new_source')}
          </Button>
        )
      }
    >
      {message} {!mayMake && t('department.ask')}
    </Alert>
  )
}
