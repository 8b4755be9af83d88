import Box from '@mui/material/Box'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import type { ReactNode } from 'react'

import type { TabCount } from '#contract'
import type { Resource } from '#schema'

import { numberText } from '../../../client/i18n/formats.ts'
import { useNames, useT } from '../../../client/i18n/texts.ts'
import english from '../../../../texts/en/lists.json'

interface BarProps {
  resource: Resource
  /** Undefined as long as they are asked for. */
  tabs: readonly TabCount[] | undefined
  /** '' is all; undefined none of them. */
  chosen: string | undefined
  labelOf(value: TabCount['value']): ReactNode
  choose(value: string): void
}

export function TabBar({ resource, tabs, chosen, labelOf, choose }: BarProps) {
  const t = useT(english)
  const { many } = useNames(resource)
  if (!tabs) return <Box className="tabs-room" sx={{ minHeight: 45 }} />
  if (tabs.length === 0) return null
  const isThere = chosen === '' || tabs.some(({ value }) => String(value) === chosen)
  return (
    <Tabs
      variant="scrollable"
      scrollButtons="auto"
      allowScrollButtonsMobile={false}
      value={isThere ? chosen : false}
      onChange={(_event, value: string) => choose(value)}
      aria-label={many}
      sx={barStyle}
    >
      <Tab value="" label={t('all_tabs')} />
      {tabs.map(({ value, count, is_more }) => (
        <Tab
          key={value}
          value={String(value)}
          label={
            <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75 }}>
              {labelOf(value)}{' '}
              {count !== null && (
                <Box component="span" sx={countStyle}>
                  {numberText(count)}
                  {is_more && '+'}
                </Box>
              )}
            </Box>
          }
        />
      ))}
    </Tabs>
  )
}

const barStyle = {
  minHeight: 44,
  borderBottom: 1,
  borderColor: 'divider',
  displayPrint: 'none',
  '& .MuiTab-root': { minHeight: 44, minWidth: 0, px: 1.5, textTransform: 'none' },
}

const countStyle = {
  px: 0.75,
  borderRadius: 4,
  bgcolor: 'action.hover',
  color: 'text.secondary',
  fontSize: '0.75rem',
  fontVariantNumeric: 'tabular-nums',
}
