import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslate } from 'react-admin'

import { kindOf, labelOf, sentence, type Fields } from '#schema'

import { listText } from '../../client/i18n/formats.ts'
import { useT } from '../../client/i18n/texts.ts'
import english from '../../../texts/en/history.json'

type Facts = Readonly<Record<string, unknown>>

/** What an action or a job says of itself, a line for each of its facts. What it was given is called as its inputs are. */
export function FactLines({ facts, inputs }: { facts: Facts; inputs?: Fields | undefined }) {
  const factNames = useFactNames(inputs)
  const factText = useFactText(inputs)
  return Object.entries(facts).map(([name, value]) => (
    <Typography key={name} variant="body2" sx={{ overflowWrap: 'anywhere' }}>
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {factNames(name)}:
      </Box>{' '}
      {factText(value, name)}
    </Typography>
  ))
}

/** Returns what turns the facts into one line. */
export function useFactLine(inputs?: Fields): (facts: Facts) => string {
  const factNames = useFactNames(inputs)
  const factText = useFactText(inputs)
  return (facts) =>
    Object.entries(facts)
      .map(([name, value]) => `${factNames(name)}: ${factText(value, name)}`)
      .join(' · ')
}

/** Returns the names of what an action says of itself, in the user's language; English for those of a business. */
function useFactNames(inputs: Fields = {}): (name: string) => string {
  const translate = useTranslate()
  const texts: Readonly<Record<string, string>> = english
  return (name) => {
    if (Object.hasOwn(inputs, name)) return labelOf(name, inputs[name])
    const key = `console.facts.${name}`
    return translate(key, { _: texts[key] ?? sentence(name) })
  }
}

function useFactText(inputs: Fields = {}): (value: unknown, name?: string) => string {
  const t = useT()
  return function factText(value, name = ''): string {
    const input = Object.hasOwn(inputs, name) ? inputs[name] : undefined
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
    if (Array.isArray(value)) {
      return value.length > 0 ? listText(value.map((one) => factText(one, name))) : t('none')
    }
    if (typeof value !== 'object' || value === null) {
      return (input && kindOf(input).choices?.(input)?.[String(value)]) ?? String(value ?? '—')
    }
    const parts = Object.entries(value).map(([key, one]) => `${key} = ${factText(one)}`)
    return parts.length > 0 ? listText(parts) : t('none')
  }
}
