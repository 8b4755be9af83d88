import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslate } from 'react-admin'

import { sentence } from '#schema'

import { listText } from '../../client/i18n/formats.ts'
import { useT } from '../../client/i18n/texts.ts'
import english from '../../../texts/en/history.json'

type Facts = Readonly<Record<string, unknown>>

/** What an action or a job says of itself, a line for each of its facts. */
export function FactLines({ facts }: { facts: Facts }) {
  const factNames = useFactNames()
  const factText = useFactText()
  return Object.entries(facts).map(([name, value]) => (
    <Typography key={name} variant="body2" sx={{ overflowWrap: 'anywhere' }}>
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {factNames(name)}:
      </Box>{' '}
      {factText(value)}
    </Typography>
  ))
}

/** Returns what turns the facts into one line. */
export function useFactLine(): (facts: Facts) => string {
  const factNames = useFactNames()
  const factText = useFactText()
  return (facts) =>
    Object.entries(facts)
      .map(([name, value]) => `${factNames(name)}: ${factText(value)}`)
      .join(' · ')
}

/** Returns the names of what an action says of itself, in the user's language; English for those of a business. */
function useFactNames(): (name: string) => string {
  const translate = useTranslate()
  const texts: Readonly<Record<string, string>> = english
  return (name) => {
    const key = `console.facts.${name}`
    return translate(key, { _: texts[key] ?? sentence(name) })
  }
}

function useFactText(): (value: unknown) => string {
  const t = useT()
  return function factText(value): string {
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
    if (Array.isArray(value)) return value.length > 0 ? listText(value.map(factText)) : t('none')
    if (typeof value !== 'object' || value === null) return String(value ?? '—')
    return listText(Object.entries(value).map(([name, one]) => `${name} = ${factText(one)}`))
  }
}
