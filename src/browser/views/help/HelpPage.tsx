import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useEffect, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'

import { useT } from '../../client/i18n/texts.ts'
import { ScreenTable } from './ScreenTable.tsx'
import { Support } from './Support.tsx'
import english from '../../../texts/help.json'

/** What this user can do here, made from the declarations, and what to tell the people who help. */
export function HelpPage() {
  const t = useT(english)
  const { hash } = useLocation()
  useEffect(() => document.getElementById(hash.slice(1))?.scrollIntoView(), [hash])
  return (
    <Box sx={{ display: 'grid', gap: 5, maxWidth: 860, py: 3 }}>
      <title>{`${t('help')} – Leadgate`}</title>
      <Typography component="h1" variant="h5">
        {t('help')}
      </Typography>
      <Section id="documentation" title={t('documentation')}>
        <Tips />
        <ScreenTable />
      </Section>
      <Section id="support" title={t('support')}>
        <Support />
      </Section>
      <Section id="contact" title={t('contact')}>
        <Typography>{t('contact_text')}</Typography>
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
  const t = useT(english)
  const tips = [t('tip_link'), t('tip_columns'), t('tip_select'), t('tip_cut'), t('tip_jobs')]
  return (
    <Box component="ul" sx={{ display: 'grid', gap: 0.75, m: 0, pl: 2.5 }}>
      {tips.map((tip) => (
        <li key={tip}>{tip}</li>
      ))}
    </Box>
  )
}
