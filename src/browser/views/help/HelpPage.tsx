import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useEffect, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'

import { useText } from '../../client/i18n/texts.ts'
import { ScreenTable } from './ScreenTable.tsx'
import { Support } from './Support.tsx'

/** What this user can do here, made from the declarations, and what to tell the people who help. */
export function HelpPage() {
  const say = useText()
  const { hash } = useLocation()
  useEffect(() => document.getElementById(hash.slice(1))?.scrollIntoView(), [hash])
  return (
    <Box sx={{ display: 'grid', gap: 5, maxWidth: 860, py: 3 }}>
      <title>{`${say('help', 'Help')} – Leadgate`}</title>
      <Typography component="h1" variant="h5">
        {say('help', 'Help')}
      </Typography>
      <Section id="documentation" title={say('documentation', 'Documentation')}>
        <Tips />
        <ScreenTable />
      </Section>
      <Section id="support" title={say('support', 'Support')}>
        <Support />
      </Section>
      <Section id="contact" title={say('contact', 'Contact')}>
        <Typography>
          {say(
            'contact_text',
            'Your administrators give and take permissions and reset passwords. Write to them from your work address, with the details above.',
          )}
        </Typography>
      </Section>
    </Box>
  )
}

interface SectionProps {
  id: string
  title: string
  children: ReactNode
}

function Section({ id, title, children }: SectionProps) {
  return (
    <Box
      component="section"
      id={id}
      aria-labelledby={`${id}-title`}
      sx={{ display: 'grid', gap: 2, justifyItems: 'start', scrollMarginTop: 80 }}
    >
      <Typography id={`${id}-title`} component="h2" variant="h6">
        {title}
      </Typography>
      {children}
    </Box>
  )
}

function Tips() {
  const say = useText()
  const tips = [
    say(
      'tip_link',
      'Search, filters, order and page stand in the address: copy it to share a view.',
    ),
    say('tip_columns', 'Columns chooses and orders what a list shows. The choice is kept.'),
    say('tip_select', 'Tick rows to act on many at once, or choose all that match the filters.'),
    say('tip_cut', 'Long texts are cut in lists; rest the pointer on one to read it whole.'),
    say('tip_jobs', 'Imports, exports and long changes go on as jobs when you close the page.'),
  ]
  return (
    <Box component="ul" sx={{ display: 'grid', gap: 0.75, m: 0, pl: 2.5 }}>
      {tips.map((tip) => (
        <li key={tip}>{tip}</li>
      ))}
    </Box>
  )
}
