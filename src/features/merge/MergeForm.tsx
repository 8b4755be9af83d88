import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import Typography from '@mui/material/Typography'
import { Suspense, useId, useState } from 'react'

import type { Resource } from '#schema'

import { problemOf } from '../../browser/client/http/problem.ts'
import { numberText } from '../../browser/client/i18n/formats.ts'
import { useNames, useT } from '../../browser/client/i18n/texts.ts'
import { useApiQuery } from '../../browser/client/records/useApiQuery.ts'
import { useProvider } from '../../browser/client/records/provider.ts'
import { useResourceNamed } from '../../browser/client/records/resources.ts'
import { OptionPicker } from '../../browser/ui/fields/LazyOptionPicker.tsx'
import { SteadyButton } from '../../browser/ui/SteadyButton.tsx'
import { useTask } from '../../browser/ui/useTask.ts'
import { useSettled } from '../../browser/ui/states/Loading.tsx'
import { Failed, Waiting } from '../../browser/ui/states/StatePanels.tsx'
import type { ActionFormProps } from '../../browser/views/actions/action.ts'
import english from '../../texts/en/actions.json'
import type { MergePreview } from './mergeContract.ts'

/** Chooses what a record becomes, says what points at it, and begins the job that merges. */
export function MergeForm({ request, follow, onClose }: ActionFormProps) {
  const t = useT(english)
  const provider = useProvider()
  const { resource, target, key } = request
  const [into, setInto] = useState<number | null>(null)
  const path = `/${resource.api}/${'record' in target ? target.record.id : 0}/merge`
  const { data, error, isFetching, refetch } = usePreview(path, into)
  const preview = useSettled(data)
  const { run, forget, isBusy, problem } = useTask(async () => {
    const { data: job } = await provider.call<{ job_id: number }>('POST', path, { into }, { key })
    follow({ job: job.job_id, undoable: undefined })
  })
  const refusal = preview?.refusal
  return (
    <>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <DialogContentText>{t('merge_moves')}</DialogContentText>
        <Suspense fallback={<Waiting />}>
          <OptionPicker
            target={resource.name}
            value={into}
            onChange={(id) => {
              setInto(id)
              forget()
            }}
            input={{ label: t('merge_target'), size: 'small', autoFocus: true }}
          />
        </Suspense>
        {problem && <Failed problem={problem} />}
        {error && <Failed problem={problemOf(error)} onRetry={() => void refetch()} />}
        {!error && refusal && <Alert severity="error">{refusal}</Alert>}
        {preview ? <Pointing preview={preview} /> : !error && <Waiting />}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('cancel')}</Button>
        <SteadyButton
          variant="contained"
          color="warning"
          onClick={() => run()}
          isOff={isBusy || isFetching || into === null || Boolean(error ?? refusal)}
        >
          {t('merge_begin')}
        </SteadyButton>
      </DialogActions>
    </>
  )
}

function usePreview(path: string, into: number | null) {
  return useApiQuery<MergePreview>({
    queryKey: ['merge', path, into],
    path: into === null ? path : `${path}?into=${into}`,
    gcTime: 0,
  })
}

/** How many records of each resource are to be moved. */
function Pointing({ preview: { pointing } }: { preview: MergePreview }) {
  const t = useT(english)
  const id = useId()
  if (pointing.length === 0) return <DialogContentText>{t('merge_none')}</DialogContentText>
  return (
    <Box component="section" aria-labelledby={id} sx={{ display: 'grid', gap: 1 }}>
      <Typography id={id} component="h3" variant="subtitle2">
        {t('merge_points')}
      </Typography>
      {pointing.map(({ resource, count, is_more }, at) => {
        const number = numberText(count)
        return (
          <Box key={at} sx={{ display: 'flex', justifyContent: 'space-between', gap: 2 }}>
            <ResourceName name={resource} />
            <strong>{is_more ? t('more_than', { count: number }) : number}</strong>
          </Box>
        )
      })}
    </Box>
  )
}

function ResourceName({ name }: { name: string | null }) {
  const t = useT(english)
  const resource = useResourceNamed(name ?? '')
  return <span>{resource ? <NameOf resource={resource} /> : t('merge_others')}</span>
}

const NameOf = ({ resource }: { resource: Resource }) => useNames(resource).many
