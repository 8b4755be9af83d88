import { useState } from 'react'

import type { Resource } from '#schema'

import { useT } from '../../../client/i18n/texts.ts'
import { Select } from '../../../ui/fields/Select.tsx'
import { useTemplates } from '../mapping/templates.ts'
import { wide } from './ReadingInputs.tsx'
import type { Reading } from './reading.ts'
import english from '../../../../texts/en/imports.json'

interface ReadAsProps {
  resource: Resource
  onChoose(reading: Partial<Reading>): void
}

/** Reads a file as one before it was, whose mapping was kept; nothing where none was. */
export function ReadAs({ resource, onChoose }: ReadAsProps) {
  const t = useT(english)
  const { templates } = useTemplates(resource)
  const [chosen, setChosen] = useState<number | ''>('')
  const read = templates.filter(({ reading }) => reading)
  if (read.length === 0) return null
  const choose = (id: number) => {
    setChosen(id)
    const { reading } = read.find((one) => one.id === id) ?? {}
    if (reading) onChoose(reading as Partial<Reading>)
  }
  return (
    <Select
      label={t('read_as')}
      value={chosen}
      options={read.map(({ id, name }) => [id, name])}
      onChange={choose}
      sx={wide(260)}
    />
  )
}
