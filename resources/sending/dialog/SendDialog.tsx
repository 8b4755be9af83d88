import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import { useEffect, useRef, useState } from 'react'

import {
  Failed,
  numberText,
  problemOf,
  displayLocale,
  useApiQuery,
  useProvider,
  useT,
  useUnsaved,
  type ActionFormProps,
} from '#browser'
import { SteadyButton, useFirstFocus, useTask } from '#browser/later'

import { PreviewPart } from './PreviewPart.tsx'
import {
  departmentsIn,
  emptyForm,
  faultsIn,
  isFilledIn,
  missingIn,
  plannedOf,
  valuesOf,
  type SendForm,
  type SendPreview,
} from './sendForm.ts'
import { SendSettings } from './SendSettings.tsx'
import { TargetPart } from './TargetPart.tsx'
import { useTargets } from './useTargets.browser.ts'
import english from '../../translations/en/console.json'

/** Asks where, when and how fast leads are sent, shows what would become of them, and begins (product.md 6.1). */
export function SendDialog({ request, setCount, follow, onClose }: ActionFormProps) {
  const t = useT(english)
  const provider = useProvider()
  const targets = useTargets()
  const body = useRef<HTMLDivElement>(null)
  useFirstFocus(body, targets.isReady)
  const [form, setForm] = useState<SendForm>(emptyForm)
  useUnsaved(isFilledIn(form, emptyForm))
  const change = (changes: Partial<SendForm>) => {
    forget()
    setForm({ ...form, ...changes })
  }
  const asked = askedOf(request)
  const values = valuesOf(form, displayLocale().zone ?? 'UTC')
  const { data, error, isFetching, refetch } = useApiQuery<SendPreview>({
    queryKey: ['send preview', JSON.stringify([asked, values])],
    path: '/lead/send/preview',
    body: { ...asked, values },
    enabled: values !== undefined,
    gcTime: 0,
  })
  const {
    run: begin,
    forget,
    isBusy,
    problem: refusal,
  } = useTask(async ({ count: expected_count, confirm_token }: SendPreview) => {
    const body = { ...asked, values, expected_count, confirm_token }
    const { key } = request
    const call = provider.call<{ job_id: number }>('POST', '/lead/send', body, { key })
    // What is shown beside a refusal is how it stands by then.
    const answer = await call.catch((failure: unknown) => {
      void refetch()
      throw failure
    })
    follow({ job: answer.data.job_id, undoable: undefined })
  })
  const preview = values && data
  const problem = refusal ?? (values && error ? problemOf(error) : undefined)
  const faults = faultsIn(problem?.errors)
  const isMarked = Object.keys(faults).length > 0
  // The list may only have estimated how many leads match; of sends it has counted these.
  const selected = 'of' in asked ? undefined : preview?.count
  useEffect(() => {
    if (selected !== undefined) setCount(selected)
  }, [selected, setCount])
  const count = preview ? plannedOf(preview) : 0
  const where = targets.nameOf(takersIn(preview, form))
  return (
    <>
      <DialogContent ref={body} sx={content}>
        <TargetPart {...{ form, change, faults, targets }} />
        <SendSettings {...{ form, change, faults }} />
        {problem && (
          <Failed
            {...{ problem, ...(!refusal && !isMarked && { onRetry: () => void refetch() }) }}
          />
        )}
        <PreviewPart {...{ preview, isFetching, missing: missingIn(form), targets }} />
      </DialogContent>
      <DialogActions>
        {/* Beside it stand the names of the departments. */}
        <Button onClick={onClose} sx={{ flexShrink: 0 }}>
          {t('cancel')}
        </Button>
        <SteadyButton
          variant="contained"
          onClick={() => preview && begin(preview)}
          isOff={isBusy || isFetching || count === 0}
        >
          <Box component="span" sx={fewLines}>
            {count > 0
              ? t('send.confirm', { smart_count: count, count: numberText(count), where })
              : t('send.send')}
          </Box>
        </SteadyButton>
      </DialogActions>
    </>
  )
}

/** The departments that get some of the leads; all that are chosen, as long as it is not known which. */
function takersIn(preview: SendPreview | undefined, form: SendForm): readonly number[] {
  const takers = preview?.departments.filter(({ count }) => count > 0) ?? []
  return takers.length > 0 ? takers.map(({ id }) => id) : departmentsIn(form)
}

/** The leads, as the server is asked for them: those of sends that are chosen among the history are sent elsewhere. */
function askedOf({ resource, target }: ActionFormProps['request']): object {
  const of = resource.name === 'sends' ? { of: 'sends' } : {}
  if ('record' in target) return { ...of, ids: [target.record.id] }
  if (!('selection' in target)) return of
  const { selection } = target
  if ('ids' in selection) return { ...of, ids: selection.ids }
  return 'filter' in selection ? { ...of, filter: selection.filter } : of
}

/** No column grows with the names that it holds. */
const content = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 2,
  alignContent: 'start',
}

/** Long names leave room for what would become of the leads; they stand whole above and there. */
const fewLines = {
  display: '-webkit-box',
  overflow: 'hidden',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 3,
}
