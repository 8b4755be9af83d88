import Box from '@mui/material/Box'
import FormHelperText from '@mui/material/FormHelperText'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { useInput, useTranslate } from 'react-admin'

import { listText, numberText, OptionPicker, useChoices, useT } from '#browser'

import type { SourceRandomStatus } from './sourceRandomStatus.ts'
import english from '../translations/en/console.json'

type StatusWeight = Omit<SourceRandomStatus['rows'][number], 'weight'> & { weight: number | null }

/** The statuses that are drawn, each with its part of all draws. */
export function Weights({ weights }: { weights: readonly StatusWeight[] }) {
  const ids = weights.map(({ status }) => status)
  const { chosen } = useChoices('statuses', ids)
  const names = weights.map((one, at) => `${chosen[at]?.label ?? ''} ${share(weights, one)}`)
  return <>{listText(names)}</>
}

/** One line for each status, and an empty one that takes the next. A status that is cleared goes with its line. */
export function WeightsInput({ source }: { source: string }) {
  const t = useT(english)
  const translate = useTranslate()
  const { field, fieldState } = useInput({ source, format: (value) => value ?? '' })
  const weights = weightsIn(field.value)
  const change = (next: readonly StatusWeight[]) =>
    // As the form writes JSON, so that what is changed back is no change.
    field.onChange(next.length === 0 ? '' : JSON.stringify(next, null, 2))
  const set = (at: number, one?: StatusWeight) =>
    change([...weights.slice(0, at), ...(one ? [one] : []), ...weights.slice(at + 1)])
  const problem = fieldState.error?.message
  const label = useId()
  const help = t('random_statuses_help')
  return (
    <Box role="group" aria-labelledby={label} sx={{ display: 'grid', gap: 1.5 }}>
      <Typography id={label} variant="body2" color="text.secondary">
        {translate('resources.source_random_statuses.fields.rows', { _: 'Statuses' })}
      </Typography>
      {[...weights, undefined].map((one, at) => (
        // Lines have no name but their place: the empty one becomes the line of what is chosen in it.
        <Box key={at} sx={line}>
          <OptionPicker
            target="statuses"
            value={one?.status ?? null}
            onChange={(status) =>
              set(at, status === null ? undefined : { status, weight: one?.weight ?? 10 })
            }
            onBlur={field.onBlur}
            input={{
              ...look,
              name: `${source}.${at}`,
              label: one ? t('status') : t('add_status'),
              error: fieldState.invalid,
            }}
          />
          {one && (
            <TextField
              {...look}
              type="number"
              label={t('weight')}
              value={one.weight ?? ''}
              onChange={({ target: { value } }) =>
                set(at, { ...one, weight: value === '' ? null : Number(value) })
              }
              onBlur={field.onBlur}
              error={fieldState.invalid}
              slotProps={{
                htmlInput: { min: 1, max: 100 },
                input: {
                  endAdornment: <Box sx={{ paddingInlineStart: 1 }}>{share(weights, one)}</Box>,
                },
              }}
            />
          )}
        </Box>
      ))}
      <FormHelperText error={fieldState.invalid} sx={{ mt: 0 }}>
        {problem ? translate(problem, { _: problem }) : help}
      </FormHelperText>
    </Box>
  )
}

/** The lines in what the form holds: JSON, or nothing. */
const weightsIn = (text: string): readonly StatusWeight[] => (text === '' ? [] : JSON.parse(text))

/** The part of all draws that falls to a status, in per cent. */
function share(weights: readonly StatusWeight[], { weight }: StatusWeight): string {
  const sum = weights.reduce((before, one) => before + (one.weight ?? 0), 0)
  return `${numberText(sum === 0 ? 0 : Math.round((100 * (weight ?? 0)) / sum))}%`
}

const look = { fullWidth: true, size: 'small', margin: 'none' } as const

const line = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr) 6.5rem', sm: 'minmax(0, 1fr) 9rem' },
  gap: 1.5,
}
