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
  chosen: Chosen
  /** Is told which step it is at, from 0. */
  onStep(step: number): void
  onChoose(chosen: Chosen): void
  /** Called when the server is given something to do. */
  onOrder(): void
}

/** The last step before the server works. */
const settingsStep = 3

/** What a person has chosen so far. */
export interface Chosen {
  /** From 0, at which it begins. */
  readonly step?: number
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
export function ImportWizard(props: WizardProps) {
  const { resource, mustCheck, chosen, onStep, onChoose, onOrder } = props
  // Who comes back, as from an older import, finds all that was chosen; what was ordered goes on with its settings.
  const [isSent, setSent] = useState(false)
  const step = Math.min(chosen.step ?? 0, isSent ? Infinity : settingsStep)
  useEffect(() => onStep(step), [onStep, step])
  const go = (to: number, more: Chosen = {}) => onChoose({ ...chosen, ...more, step: to })
  const { file, table, preview, mapping, mode = 'new', template, order, isCheck = false } = chosen
  const form = useMemo(() => importForm(resource, mode), [resource, mode])
  if (step >= 4 && table && order) {
    return (
      <RunStep
        {...{ resource, order, isCheck }}
        file={table.file}
        onBack={() => go(settingsStep)}
      />
    )
  }
  if (step === settingsStep && preview && mapping) {
    return (
      <SettingsStep
        resource={form}
        {...{ preview, mapping, mode, mustCheck }}
        order={order ?? template}
        onBack={(left) => go(2, { order: left })}
        onDone={(next, check) => {
          setSent(true)
          onOrder()
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
          const kept = left && used === template && { order: left }
          onChoose({ ...rest, ...more, ...kept, step: settingsStep })
        }}
      />
    )
  }
  if (step === 1 && file && table) {
    return (
      <ReadStep
        {...{ resource, file, table }}
        reading={preview?.reading}
        onBack={() => go(0)}
        onDone={(read, next) => {
          const isSame = next.headers.join('\n') === preview?.headers.join('\n')
          const { mapping: _mapping, order: _order, ...rest } = chosen
          onChoose({ ...(isSame ? chosen : rest), table: read, preview: next, step: 2 })
        }}
      />
    )
  }
  return (
    <FileStep
      {...{ resource, file }}
      onNext={() => go(1)}
      onDone={(picked, opened) => onChoose({ file: picked, table: opened, step: 1 })}
    />
  )
}
