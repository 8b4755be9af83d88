import Box from '@mui/material/Box'
import Step from '@mui/material/Step'
import StepLabel from '@mui/material/StepLabel'
import Stepper from '@mui/material/Stepper'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'

import type { Resource } from '#schema'

import { importPath } from '../../client/addresses/addresses.ts'
import { useUser } from '../../client/session/user.ts'
import { useUnsaved } from '../../ui/unsaved.ts'
import { Denied, InsteadOf } from '../../ui/states/StatePanels.tsx'
import { may } from '../../client/records/permitted.ts'
import { useNames, useT } from '../../client/i18n/texts.ts'
import { useFollowImport } from '../slots.ts'
import { ImportWizard, type Chosen } from './ImportWizard.tsx'
import { OrderedImport, type Ending } from './OrderedImport.tsx'
import english from '../../../texts/en/imports.json'
import { PageHeading } from '../../ui/PageTitle.tsx'

/** Takes a file in: six steps, of which the work of the server stands in the address and survives a reload. */
export function ResourceImport({ resource }: { resource: Resource }) {
  const t = useT(english)
  const user = useUser()
  const { many } = useNames(resource)
  const [address] = useSearchParams()
  const navigate = useNavigate()
  const [step, setStep] = useState(0)
  const [ending, setEnding] = useState<Ending>()
  const [chosen, setChosen] = useState<Chosen>({})
  const [isOrdered, setOrdered] = useState(false)
  const id = Number(address.get('import'))
  const { follow, isFree } = useFollowImport(resource)
  const following = !isFree || address.has('follow') ? follow : undefined
  const title = following?.label(t) ?? t('import_many', { many: many.toLowerCase() })
  useUnsaved((chosen.step ?? 0) > 0 && !(id && isOrdered))
  const heading = useBeginning(step)
  const restart = () => {
    setStep(0)
    setEnding(undefined)
    setOrdered(false)
    setChosen({})
  }
  const back = () => void navigate(importPath(resource, following !== undefined))
  if (!may(resource, 'import', user) || !(isFree || follow)) {
    return (
      <InsteadOf title={title}>
        <Denied />
      </InsteadOf>
    )
  }
  return (
    <Box sx={{ py: 2, display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <PageHeading title={title} ref={heading} tabIndex={-1} />
      <Steps active={step} ending={id > 0 ? ending : undefined} following={following?.step(t)} />
      {id > 0 ? (
        <OrderedImport
          {...{ resource, id, following }}
          onStep={setStep}
          onEnd={setEnding}
          onRestart={restart}
          onBack={isOrdered ? back : undefined}
        />
      ) : (
        <ImportWizard
          {...{ resource, chosen }}
          mustCheck={following !== undefined}
          onStep={setStep}
          onChoose={setChosen}
          onOrder={() => setOrdered(true)}
        />
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

/** Numbers that can be read on the circles of steps to come. */
const steps = {
  '& .MuiStepIcon-root:not(.Mui-active, .Mui-completed)': { color: 'text.secondary' },
}

interface StepsProps {
  active: number
  ending: Ending | undefined
  /** Names the step before the last, if there is one. */
  following: string | undefined
}

function Steps({ active, ending, following }: StepsProps) {
  const t = useT(english)
  const isNarrow = useMediaQuery('(max-width: 700px)')
  const labels = [
    t('import_file'),
    t('import_read'),
    t('import_columns'),
    t('import_settings'),
    t('import_check'),
    ...(following ? [following] : []),
    t('import_work'),
  ]
  return (
    <div>
      <Stepper activeStep={active} sx={steps}>
        {labels.map((label, step) => (
          <Step key={label} completed={step < active || (ending === 'done' && step === active)}>
            <StepLabel error={ending === 'failed' && step === active}>
              {!isNarrow && label}
            </StepLabel>
          </Step>
        ))}
      </Stepper>
      {isNarrow && (
        <Typography align="center" sx={{ mt: 1 }}>
          {labels[active]}
        </Typography>
      )}
    </div>
  )
}
