import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'

import { mapValues } from '#schema'

import type { StatisticsQuery } from '../statistics.ts'
import { filterNames, type FilterName } from '../statisticsNames.ts'
import { type Grouping } from '../groupings.ts'

/** What a reader has chosen; it stands in the address, so that a link shows the same. */
export interface StatisticsChoice extends Readonly<Record<FilterName, string>> {
  readonly by: Grouping
  readonly then_by: Grouping | ''
  readonly basis: StatisticsQuery['basis']
  readonly period: StatisticsQuery['period'] | 'own'
  /** The first and the last day of one's own. */
  readonly from: string
  readonly to: string
  readonly test: StatisticsQuery['test']
  readonly tag: string
  readonly funnel: string
}

const first: StatisticsChoice = {
  by: 'department',
  then_by: '',
  basis: 'send',
  period: 'last_30_days',
  from: '',
  to: '',
  test: 'no',
  tag: '',
  department: '',
  broker: '',
  company: '',
  source: '',
  country: '',
  language: '',
  user: '',
  funnel: '',
}

/** The names of the filters that narrow the sends. */
export const filtersChosen = (chosen: StatisticsChoice) =>
  ([...filterNames, 'funnel', 'tag'] as const).filter((name) => chosen[name] !== '')

/** Returns what is chosen, and a function that chooses something else. */
export function useStatisticsChoice(start: Partial<StatisticsChoice>) {
  const [params, setParams] = useSearchParams()
  // The address follows a choice a moment later, and the next one is added to what it will be.
  const wanted = useRef(params)
  useEffect(() => {
    wanted.current = params
  }, [params])
  const begin = { ...first, ...start }
  const chosen = mapValues(begin, (value, name) => params.get(name) ?? value) as StatisticsChoice
  const choose = (change: Partial<StatisticsChoice>) => {
    const next = new URLSearchParams(wanted.current)
    for (const [name, value] of Object.entries(change)) next.set(name, value)
    wanted.current = next
    setParams(next, { replace: true })
  }
  return [chosen, choose] as const
}

/** The same as the query of a request. */
export function queryOf(chosen: StatisticsChoice): string {
  const isOwn = chosen.period === 'own'
  const given = Object.entries(chosen).filter(([name, value]) => {
    const isOther = isOwn ? name === 'period' : name === 'from' || name === 'to'
    return value !== '' && !isOther
  })
  return new URLSearchParams(given).toString()
}
