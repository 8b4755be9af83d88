import Box from '@mui/material/Box'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { Suspense, useId, type ReactNode } from 'react'

import { loadParts } from '../../ui/states/lazyPart.tsx'
import { useAddressTab } from '../useAddressTab.ts'

interface RecordTab {
  /** By which the address keeps it; the first needs none. */
  readonly name: string
  readonly label: ReactNode
  readonly content: ReactNode
  /** What the content is made of, to be loaded when the tab is pointed at. */
  readonly part?: unknown
}

interface TabsProps {
  tabs: readonly RecordTab[]
  /** What is typed into the first stays while another is looked at. */
  keepsFirst?: true
}

/** Parts of a record, one at a time; the only one stands without a tab. */
export function RecordTabs({ tabs, keepsFirst }: TabsProps) {
  const [name, choose] = useAddressTab()
  const base = useId()
  const tabId = (at: number) => `${base}tab${at}`
  const panelId = (at: number) => `${base}panel${at}`
  const current = Math.max(
    tabs.findIndex((tab) => tab.name === name),
    0,
  )
  if (tabs.length === 1) return <Box sx={panelStyle}>{tabs[0]?.content}</Box>
  return (
    <>
      <Tabs
        value={current}
        onChange={(_event, next: number) => choose(next === 0 ? '' : (tabs[next]?.name ?? ''))}
        variant="scrollable"
        sx={{ displayPrint: 'none' }}
      >
        {tabs.map(({ label, part }, at) => (
          <Tab
            key={at}
            id={tabId(at)}
            aria-controls={panelId(at)}
            label={label}
            onPointerEnter={() => void loadParts([part])}
            onFocus={() => void loadParts([part])}
          />
        ))}
      </Tabs>
      {tabs.map(({ content }, at) => (
        <Box
          key={at}
          role="tabpanel"
          id={panelId(at)}
          aria-labelledby={tabId(at)}
          hidden={at !== current}
          sx={keepsFirst ? formPanelStyle : panelStyle}
        >
          {(at === current || (keepsFirst && at === 0)) && <Suspense>{content}</Suspense>}
        </Box>
      ))}
    </>
  )
}

const panelStyle = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 3,
  minWidth: 0,
  '&[hidden]': { display: 'none' },
}

/** Below the tabs of a form nothing else makes room. */
const formPanelStyle = { ...panelStyle, pt: 2.5 }
