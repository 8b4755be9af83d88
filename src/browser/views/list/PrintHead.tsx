import Box from '@mui/material/Box'
import GlobalStyles from '@mui/material/GlobalStyles'
import { memo, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

import type { Resource } from '#schema'

import { momentText } from '../../ui/fields/dates/dates.tsx'
import { useNames, useT } from '../../client/i18n/texts.ts'
import english from '../../../texts/en/lists.json'
import { countText, useListState } from './listState.tsx'
import { useFilters } from './listAddress.ts'

/** What stands above a list on paper beside its filters: its title, what was searched for, how many and when. */
export const PrintHead = memo(function PrintHead({ resource }: { resource: Resource }) {
  const [date, setDate] = useState<string>()
  useEffect(() => {
    // The browser prints what stands there as soon as it has told.
    const note = () => flushSync(() => setDate(new Date().toISOString()))
    window.addEventListener('beforeprint', note)
    return () => window.removeEventListener('beforeprint', note)
  }, [])
  return (
    <>
      {/* A list is wide. The size of the paper cannot be said for an element, only for the page. */}
      <GlobalStyles styles={{ '@page': { size: 'landscape' } }} />
      {date && <Printed resource={resource} date={date} />}
    </>
  )
})

function Printed({ resource, date }: { resource: Resource; date: string }) {
  const t = useT(english)
  const names = useNames(resource)
  const { values } = useFilters()
  const { total, isEstimate } = useListState()
  return (
    <Box sx={{ display: 'none', displayPrint: 'block' }}>
      <Box sx={{ fontSize: '1.25rem', fontWeight: 650 }}>{names.many}</Box>
      {values['search'] && <div>{t('searched_for', { text: values['search'] })}</div>}
      <div>
        {t('printed', { count: countText(t, total ?? 0, isEstimate), date: momentText(date) })}
      </div>
    </Box>
  )
}
