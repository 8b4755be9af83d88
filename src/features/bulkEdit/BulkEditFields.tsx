import RemoveIcon from '@mui/icons-material/RemoveCircleOutline'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import FormControlLabel from '@mui/material/FormControlLabel'
import IconButton from '@mui/material/IconButton'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useRef } from 'react'

import type { Resource } from '#schema'

import { listText, numberText } from '../../browser/client/i18n/formats.ts'
import { ErrorFocus } from '../../browser/views/forms/ErrorSummary.tsx'
import { ProblemAlert } from '../../browser/views/forms/FormButtons.tsx'
import { FormFields } from '../../browser/views/forms/FormFields.tsx'
import type { FormField } from '../../browser/views/forms/layout.ts'
import type { Problem } from '../../browser/client/http/problem.ts'
import { useNames, useT } from '../../browser/client/i18n/texts.ts'
import { emptyOf } from './bulkTyped.ts'
import { SteadyButton } from '../../browser/ui/SteadyButton.tsx'
import english from '../../texts/actions.json'

interface FieldsProps {
  resource: Resource
  fields: readonly FormField[]
  chosen: readonly string[]
  setChosen(names: readonly string[]): void
  emptied: readonly string[]
  setEmptied(names: readonly string[]): void
  problem: Problem | undefined
  isBusy: boolean
  /** The person has said what, and is asked once more whether. */
  sure: boolean
  count: number
  onBack(): void
  onClose(): void
}

/** The inside of the dialog: a row for each chosen field, the choice of another, the number and the buttons. */
export function BulkEditFields(props: FieldsProps) {
  const { fields, chosen, problem, isBusy, sure, count } = props
  const t = useT(english)
  const words = useThings(props)
  const body = useRef<HTMLDivElement>(null)
  return (
    <>
      <ErrorFocus names={chosen} body={body} />
      <DialogContent ref={body} sx={{ display: 'grid', gap: 2 }}>
        {problem && <ProblemAlert problem={problem} />}
        {sure && (
          <Alert severity="warning" tabIndex={-1} ref={takeFocus}>
            {t('sure_edit', words)}
          </Alert>
        )}
        <Box hidden={sure} sx={{ display: sure ? 'none' : 'grid', gap: 2, pt: 1 }}>
          {chosen.map((name) => {
            const one = fields.find((field) => field.name === name)
            return one && <ChosenField key={name} one={one} {...props} />
          })}
          <FieldChoice {...props} />
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={sure ? props.onBack : props.onClose}>
          {sure ? t('back') : t('cancel')}
        </Button>
        <SteadyButton
          type="submit"
          variant="contained"
          color={sure ? 'warning' : 'primary'}
          isOff={isBusy || chosen.length === 0}
        >
          {t('change_things', { ...words, count })}
        </SteadyButton>
      </DialogActions>
    </>
  )
}

/** The question takes the place of the inputs, one of which has the focus. */
const takeFocus = (question: HTMLDivElement | null) => question?.focus()

function useThings({ resource, count, chosen }: FieldsProps) {
  const names = useNames(resource)
  const number = numberText(count)
  const things = `${number} ${(count === 1 ? names.one : names.many).toLowerCase()}`
  return { things, fields: listText(chosen.map((name) => names.field(name))) }
}

function ChosenField({ one, ...props }: FieldsProps & { one: FormField }) {
  const { resource, chosen, setChosen, emptied, setEmptied } = props
  const t = useT(english)
  const label = useNames(resource).field(one.name)
  const { name } = one
  const isEmptied = emptied.includes(name)
  const without = (names: readonly string[]) => names.filter((other) => other !== name)
  return (
    <Box sx={{ display: 'flex', alignItems: 'start', gap: 1 }}>
      <Box sx={{ flex: 1, minWidth: 0, '& fieldset': { mb: 0 } }}>
        {isEmptied ? (
          <TextField
            fullWidth
            disabled
            size="small"
            margin="none"
            label={label}
            value={t('will_be_empty')}
          />
        ) : (
          <FormFields
            resource={resource}
            sections={[{ heading: '', fields: [one] }]}
            record={undefined}
          />
        )}
        {emptyOf(one) !== undefined && (
          <FormControlLabel
            label={t('make_empty')}
            control={
              <Checkbox
                size="small"
                checked={isEmptied}
                onChange={() => setEmptied(isEmptied ? without(emptied) : [...emptied, name])}
                slotProps={{
                  input: { 'aria-label': t('make_empty_of', { label }) },
                }}
              />
            }
          />
        )}
      </Box>
      <IconButton
        aria-label={t('leave_field', { label })}
        onClick={() => {
          setChosen(without(chosen))
          setEmptied(without(emptied))
        }}
      >
        <RemoveIcon />
      </IconButton>
    </Box>
  )
}

function FieldChoice({ resource, fields, chosen, setChosen }: FieldsProps) {
  const t = useT(english)
  const names = useNames(resource)
  const rest = fields.filter(({ name }) => !chosen.includes(name))
  if (rest.length === 0) return null
  return (
    <TextField
      select
      fullWidth
      size="small"
      margin="none"
      value=""
      label={chosen.length === 0 ? t('choose_field') : t('another_field')}
      onChange={({ target }) => setChosen([...chosen, target.value])}
      slotProps={{ select: { autoFocus: chosen.length === 0 } }}
    >
      {rest.map(({ name }) => (
        <MenuItem key={name} value={name}>
          {names.field(name)}
        </MenuItem>
      ))}
    </TextField>
  )
}
