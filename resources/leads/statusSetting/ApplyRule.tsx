import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import { useState } from 'react'

import { Failed, numberText, useApiQuery, useProvider, useT, type ActionFormProps } from '#browser'
import { SteadyButton, useLoaded, useTask } from '#browser/later'

import { statusMap } from './statusMap.ts'
import english from '../../translations/en/console.json'

/** Applies a rule to the leads that have its status already, or a mapping to those that have its word (product.md 11.6). */
export function ApplyForm({ request, follow, onClose }: ActionFormProps) {
  const t = useT(english)
  const provider = useProvider()
  const [moved, setMoved] = useState<number>()
  const { resource, target } = request
  const isMapping = resource.name === statusMap.name
  const path = `/${resource.api}/${'record' in target ? target.record.id : 0}/apply`
  const query = useApiQuery<{ count: number }>({
    queryKey: [resource.name, 'apply', path],
    path,
    gcTime: 0,
  })
  const { data, pending } = useLoaded(query)
  const count = moved ?? data?.count
  const { run, isBusy, problem } = useTask(async () => {
    const body = { expected_count: count }
    const { key } = request
    const { data } = await provider.call<{ job_id: number }>('POST', path, body, { key })
    follow({ job: data.job_id, undoable: undefined })
  })
  const now = problem?.errors['expected_count']
  if (now !== undefined && Number(now) !== moved) setMoved(Number(now))
  return (
    <>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        {problem && <Failed problem={problem} />}
        {pending}
        {count !== undefined && (
          <DialogContentText>
            {count === 0
              ? t(isMapping ? 'status_settings.map_none' : 'status_settings.apply_none')
              : t(isMapping ? 'status_settings.map_what' : 'status_settings.apply_what', {
                  count: numberText(count),
                })}
          </DialogContentText>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('cancel')}</Button>
        {count !== undefined && count > 0 && (
          <SteadyButton variant="contained" isOff={isBusy} onClick={() => run()}>
            {t('status_settings.apply_to', { count: numberText(count) })}
          </SteadyButton>
        )}
      </DialogActions>
    </>
  )
}
