import { useEffect, useMemo, useState } from 'react'

import { importForm, type ImportMode, type Mapping, type Resource } from '#schema'

import { FileStep } from './file/FileStep.tsx'
import type { ImportOrder } from './mapping/mapping.ts'
import { MapStep } from './mapping/MapStep.tsx'
import { ReadStep } from './file/ReadStep.tsx'
import { RunStep } from './RunStep.tsx'
import { SettingsStep } from './SettingsStep.tsx'
import type { Preview, Table } from './file/table.ts'
import type { Template } from './mapping/templates.ts'

interface WizardProps {
  resource: Resource
  /** Nothing is taken in before the whole file is checked. */
  mustCheck: boolean
  /** What was ordered before, to be changed: it goes on with the settings. */
  ordered: Chosen | undefined
  /** Is told which step it is at, from 0. */
  onStep(step: number): void
  /** Is told what the server is given to do. */
  onOrder(chosen: Chosen): void
}

/** What a person has chosen so far. */
export interface Chosen {
  readonly file?: File
  readonly table?: Table
  readonly preview?: Preview
  readonly mapping?: Mapping
  readonly mode?: ImportMode
  readonly template?: Template | undefined
  readonly order?: ImportOrder
  readonly isCheck?: boolean
}

/** The steps before the server works: what was chosen stays when a person goes back. */
export function ImportWizard({ resource, mustCheck, ordered, onStep, onOrder }: WizardProps) {
  const [chosen, setChosen] = useState<Chosen>(ordered ?? {})
  const [step, setStep] = useState(ordered ? 3 : 0)
  useEffect(() => onStep(step), [onStep, step])
  const go = (to: number, more: Chosen = {}) => {
    setChosen({ ...chosen, ...more })
    setStep(to)
  }
  const { file, table, preview, mapping, mode = 'new', template, order, isCheck = false } = chosen
  const form = useMemo(() => importForm(resource, mode), [resource, mode])
  if (step >= 4 && table && order) {
    return <RunStep {...{ resource, order, isCheck }} file={table.file} onBack={() => go(3)} />
  }
  if (step === 3 && preview && mapping) {
    return (
      <SettingsStep
        resource={form}
        {...{ preview, mapping, mode, mustCheck }}
        order={order ?? template}
        onBack={(left) => go(2, { order: left })}
        onDone={(next, check) => {
          onOrder({ ...chosen, order: next, isCheck: check })
          go(check ? 4 : 5, { order: next, isCheck: check })
        }}
      />
    )
  }
  if (step === 2 && file && preview) {
    return (
      <MapStep
        {...{ resource, preview, mapping, mode, template }}
        fileName={file.name}
        isFollowed={mustCheck}
        onBack={() => go(1)}
        onDone={(next, wanted, used) => {
          const { order: left, ...rest } = chosen
          const more = { mapping: next, mode: wanted, template: used }
          // What was typed stays, unless a kept mapping is taken instead.
          setChosen({ ...rest, ...more, ...(left && used === template && { order: left }) })
          setStep(3)
        }}
      />
    )
  }
  if (step === 1 && file && table) {
    return (
      <ReadStep
        {...{ file, table }}
        reading={preview?.reading}
        onBack={() => setStep(0)}
        onDone={(read, next) => {
          const isSame = next.headers.join('\n') === preview?.headers.join('\n')
          const { mapping: _mapping, order: _order, ...rest } = chosen
          setChosen({ ...(isSame ? chosen : rest), table: read, preview: next })
          setStep(2)
        }}
      />
    )
  }
  return (
    <FileStep
      {...{ resource, file }}
      onNext={() => setStep(1)}
      onDone={(picked, opened) => {
        setChosen({ file: picked, table: opened })
        setStep(1)
      }}
    />
  )
}
