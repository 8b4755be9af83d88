import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Radio from '@mui/material/Radio'
import Typography from '@mui/material/Typography'
import { useState, type ReactNode } from 'react'

import type { Resource } from '#schema'

import { shownValue } from '../../../kinds/kinds.browser.ts'
import type { Row } from '../../client/records/row.ts'
import { SteadyButton } from '../../ui/SteadyButton.tsx'
import { TitledDialog } from '../../ui/TitledDialog.tsx'
import { useNamedRecord } from '../useNamedRecord.ts'
import { useNames, useT } from '../../client/i18n/texts.ts'
import type { Choice, Theirs, Weighed } from './conflict.ts'
import { MergedFields, useWho } from './MergedFields.tsx'
import english from '../../../texts/en/records.json'

interface ConflictProps {
  resource: Resource
  weighed: Weighed
  /** The values that were about to be saved. */
  mine: Readonly<Record<string, unknown>>
  /** The record as it is now. */
  theirs: Row
  /** Undefined goes back to the form. */
  onDone(choice: Choice | undefined): void
}

/** Asks, field by field, which of two values is kept: that of the person, or that of somebody else who was quicker. */
export function ConflictDialog({ resource, weighed, mine, theirs, onDone }: ConflictProps) {
  const t = useT(english)
  const [choice, setChoice] = useState<Choice>({})
  const { both } = weighed
  const named = useNamedRecord(
    resource,
    mine,
    both.map(({ one }) => one),
  )
  const isChosen = both.every(({ one }) => choice[one.name])
  return (
    <TitledDialog
      maxWidth="sm"
      title={t('conflict')}
      text={t('conflict_text')}
      // A click beside the dialog decides nothing.
      onClose={(_event, reason) => reason !== 'backdropClick' && onDone(undefined)}
      actions={
        <>
          <Button onClick={() => onDone(undefined)}>{t('back_to_form')}</Button>
          <SteadyButton variant="contained" isOff={!isChosen} onClick={() => onDone(choice)}>
            {t('save')}
          </SteadyButton>
        </>
      }
    >
      <Box sx={{ display: 'grid', gap: 2.5, mt: 2.5 }}>
        {both.map((clash) => (
          <FieldChoice
            key={clash.one.name}
            {...{ resource, clash }}
            shown={{ mine: valueOf(clash, named), theirs: valueOf(clash, theirs) }}
            chosen={choice[clash.one.name]}
            onChoose={(chosen) => setChoice({ ...choice, [clash.one.name]: chosen })}
          />
        ))}
        <MergedFields {...{ resource, weighed, record: theirs }} />
      </Box>
    </TitledDialog>
  )
}

const valueOf = ({ one: { field, name } }: Theirs, record: Row): ReactNode =>
  shownValue(field, name, record, true)

interface FieldProps {
  resource: Resource
  clash: Theirs
  shown: Readonly<Record<'mine' | 'theirs', ReactNode>>
  chosen: 'mine' | 'theirs' | undefined
  onChoose(chosen: 'mine' | 'theirs'): void
}

function FieldChoice({ resource, clash, shown, chosen, onChoose }: FieldProps) {
  const t = useT(english)
  const { one, entry } = clash
  const { who, when } = useWho()(entry)
  const captions = { mine: t('yours'), theirs: `${who}, ${when}` }
  return (
    <Box component="fieldset" sx={{ border: 0, m: 0, p: 0, minWidth: 0 }}>
      <Typography component="legend" variant="subtitle2" sx={{ p: 0, mb: 0.5 }}>
        {useNames(resource).field(one.name)}
      </Typography>
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, gap: 1 }}>
        {(['mine', 'theirs'] as const).map((side) => (
          <Box key={side} component="label" sx={sideStyle(chosen === side)}>
            <Radio
              size="small"
              name={one.name}
              checked={chosen === side}
              onChange={() => onChoose(side)}
            />
            <Box sx={{ minWidth: 0, py: 1, paddingInlineEnd: 1 }}>
              <Typography variant="caption" color="text.secondary" component="div">
                {captions[side]}
              </Typography>
              <Box sx={valueStyle}>{shown[side] ?? t('empty_value')}</Box>
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  )
}

const sideStyle = (isChosen: boolean) => ({
  display: 'flex',
  alignItems: 'start',
  border: 1,
  borderColor: isChosen ? 'primary.main' : 'divider',
  borderRadius: 1,
  cursor: 'pointer',
})

const valueStyle = { overflowWrap: 'anywhere', maxHeight: 200, overflowY: 'auto' }
