import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import { useMemo, useState } from 'react'

import {
  guessMapping,
  importForm,
  importModesOf,
  lackingColumns,
  type ImportMode,
  type Mapping,
  type Resource,
} from '#schema'

import { useUser } from '../../../client/session/user.ts'
import { listText } from '../../../client/i18n/formats.ts'
import { useNames, useT } from '../../../client/i18n/texts.ts'
import { remapped, remappedFor } from './mapping.ts'
import type { Preview } from '../file/table.ts'
import { stickyButtons } from '../../../ui/stickyButtons.ts'
import english from '../../../../texts/en/imports.json'
import { MappingTable } from './MappingTable.tsx'
import { wide } from '../file/ReadingInputs.tsx'
import { Select } from '../../../ui/fields/Select.tsx'
import { TemplateChoice } from './TemplateChoice.tsx'
import { mappedBy, templateFor, useEarlierOrder, useTemplates, type Template } from './templates.ts'

interface MapProps {
  resource: Resource
  fileName: string
  preview: Preview
  /** What was chosen here before. */
  mapping: Mapping | undefined
  mode: ImportMode | undefined
  template: Template | undefined
  /** Whether records are wanted, with which something else is done then. */
  isFollowed: boolean
  onBack(): void
  /** `template` is the kept mapping that was used, if any. */
  onDone(mapping: Mapping, mode: ImportMode, template?: Template): void
}

interface Choice {
  readonly mapping: Mapping
  readonly mode: ImportMode
  readonly template: Template | undefined
}

/** Step 3: what the file does to records that are there, and which column becomes which field. */
export function MapStep(props: MapProps) {
  const { resource, fileName, preview, isFollowed, onBack, onDone, ...before } = props
  const t = useT(english)
  const user = useUser()
  const { templates: kept, columns: called, drop } = useTemplates(resource)
  const earlier = useEarlierOrder(resource, fileName)
  const templates = earlier ? [earlier, ...kept] : kept
  const modes = importModesOf(resource, user).filter((one) => !isFollowed || one !== 'outcomes')
  const guessed = useMemo(
    () => guessMapping(resource, user, preview.headers, before.mode, preview.rows, called),
    [resource, user, preview, before.mode, called],
  )
  const choiceOf = (one: Template | undefined): Choice => ({
    template: one,
    mode: one?.mode ?? before.mode ?? 'new',
    mapping: one ? mappedBy(one, preview.headers, resource, user) : guessed,
  })
  const { mapping: left, mode: leftMode = 'new', template: leftTemplate } = before
  const [chosen, setChosen] = useState<Choice | undefined>(
    left && { mapping: left, mode: leftMode, template: leftTemplate },
  )
  const offered = templates.filter((one) => modes.includes(one.mode))
  const choice = chosen ?? choiceOf(templateFor(offered, preview.headers, guessed))
  const { mapping, mode, template } = choice
  const form = importForm(resource, mode)
  const names = useNames(form)
  const lacking = lackingColumns(resource, mapping, mode)
  const labels: Readonly<Record<ImportMode, string>> = {
    new: t('import_mode_new'),
    fill: t('import_mode_fill'),
    update: t('import_mode_update'),
    outcomes: resource.import?.outcomes?.label ?? '',
  }
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <TemplateChoice
        templates={templates}
        chosen={template}
        isFitting={!chosen}
        onDrop={drop}
        onChoose={(one) => setChosen(choiceOf(one))}
      />
      {modes.length > 1 && (
        <Select
          label={t('import_mode')}
          value={mode}
          options={modes.map((one) => [one, labels[one]])}
          onChange={(next) =>
            setChosen({
              template,
              mode: next,
              mapping: remappedFor(next, mapping, {
                resource,
                user,
                headers: preview.headers,
                called,
              }),
            })
          }
          sx={wide(360)}
        />
      )}
      <Card>
        <MappingTable
          {...{ resource, preview, mapping, mode }}
          onChange={(column, name) =>
            setChosen({ ...choice, mapping: remapped(mapping, column, name, form) })
          }
        />
      </Card>
      {mode === 'update' && <Alert severity="info">{t('import_id_missing')}</Alert>}
      {mode === 'outcomes' && <Alert severity="info">{t('import_outcomes_stay')}</Alert>}
      {lacking && (
        <Alert severity="warning" role="status">
          {t('import_one_of', { fields: listText(lacking.map((name) => names.field(name))) })}
        </Alert>
      )}
      <Box sx={stickyButtons}>
        <Button onClick={onBack}>{t('back')}</Button>
        <Button
          variant="contained"
          disabled={lacking !== undefined || lacksColumns(mapping, mode)}
          onClick={() => onDone(mapping, mode, template)}
        >
          {t('next')}
        </Button>
      </Box>
    </Box>
  )
}

const lacksColumns = (mapping: Mapping, mode: ImportMode) =>
  mode === 'update' ? !mapping.includes('id') : mapping.every((name) => name === null)
