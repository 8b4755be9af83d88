import Box from '@mui/material/Box'
import Step from '@mui/material/Step'
import StepLabel from '@mui/material/StepLabel'
import Stepper from '@mui/material/Stepper'
import Typography from '@mui/material/Typography'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'

import type { Resource } from '#schema'

import { useUser } from '../../client/session/session.ts'
import { useUnsaved } from '../../ui/unsaved.ts'
import { Denied, InsteadOf } from '../../ui/states/StatePanels.tsx'
import { may } from '../../client/records/permitted.ts'
import { useNames, useT } from '../../client/i18n/texts.ts'
import { FileStep } from './FileStep.tsx'
import { ImportProgress } from './ImportProgress.tsx'
import { RunStep } from './RunStep.tsx'
import { MapStep } from './MapStep.tsx'
import type { ImportOrder } from './mapping.ts'
import type { Preview } from './preview.ts'
import english from '../../../texts/imports.json'

/** Takes a file in: the file, its columns, then the work. The work stands in the address and survives a reload. */
export function ResourceImport({ resource }: { resource: Resource }) {
  const t = useT(english)
  const user = useUser()
  const { many } = useNames(resource)
  const [address] = useSearchParams()
  const [chosen, setChosen] = useState<{ file: File; preview: Preview }>()
  const [order, setOrder] = useState<ImportOrder>()
  const [isRunning, setRunning] = useState(false)
  const job = Number(address.get('job'))
  const title = t('import_many', { many: many.toLowerCase() })
  useUnsaved(chosen !== undefined && !job)
  const step = job || isRunning ? 2 : chosen ? 1 : 0
  const heading = useBeginning(step)
  const restart = () => {
    setChosen(undefined)
    setOrder(undefined)
    setRunning(false)
  }
  const choose = (file: File, preview: Preview) => {
    setChosen({ file, preview })
  }
  const run = (next: ImportOrder) => {
    setOrder(next)
    setRunning(true)
  }
  if (!may(resource, 'import', user)) {
    return (
      <InsteadOf title={title}>
        <Denied />
      </InsteadOf>
    )
  }
  return (
    <Box sx={{ py: 2, display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <title>{title}</title>
      <Typography component="h1" variant="h5" ref={heading} tabIndex={-1}>
        {title}
      </Typography>
      <Steps active={step} />
      {job > 0 ? (
        <ImportProgress resource={resource} job={job} onRestart={restart} />
      ) : isRunning && chosen && order ? (
        <RunStep {...{ resource, order }} file={chosen.file} onBack={() => setRunning(false)} />
      ) : chosen ? (
        <MapStep {...{ resource, order }} preview={chosen.preview} onBack={restart} onDone={run} />
      ) : (
        <FileStep resource={resource} onDone={choose} />
      )}
    </Box>
  )
}

/** A step begins where it is read from, not where the one before was left: there the focus goes as well. */
function useBeginning(step: number) {
  const heading = useRef<HTMLHeadingElement>(null)
  const last = useRef(step)
  useEffect(() => {
    if (last.current === step) return
    last.current = step
    window.scrollTo({ top: 0 })
    heading.current?.focus({ preventScroll: true })
  }, [step])
  return heading
}

function Steps({ active }: { active: number }) {
  const t = useT(english)
  const labels = [t('import_file'), t('import_columns'), t('import_work')]
  return (
    <Stepper activeStep={active}>
      {labels.map((label) => (
        <Step key={label}>
          <StepLabel>{label}</StepLabel>
        </Step>
      ))}
    </Stepper>
  )
}
