import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { useEffect, type ReactNode } from 'react'
import { useNotify } from 'react-admin'
import { useLocation } from 'react-router-dom'

import { useT } from '../../client/i18n/texts.ts'
import { useUser } from '../../client/session/user.ts'
import english from '../../../texts/en/help.json'
import { ScreenTable } from './ScreenTable.tsx'
import { PageHeading } from '../../ui/PageTitle.tsx'

/** What this user can do here, made from the declarations, and what to tell the people who help. */
export function HelpPage() {
  const t = useT(english)
  const { hash } = useLocation()
  const tips = [t('tip_link'), t('tip_columns'), t('tip_select'), t('tip_cut'), t('tip_jobs')]
  useEffect(() => document.getElementById(hash.slice(1))?.scrollIntoView(), [hash])
  return (
    <Box sx={{ display: 'grid', gap: 5, maxWidth: 860, py: 3 }}>
      <PageHeading title={t('help')} />
      <Section id="documentation" title={t('documentation')}>
        <Box component="ul" sx={{ display: 'grid', gap: 0.75, m: 0, pl: 2.5 }}>
          {tips.map((tip) => (
            <li key={tip}>{tip}</li>
          ))}
        </Box>
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

/** What a person who helps needs to know, ready to be sent. It holds no secret. */
function Support() {
  const t = useT(english)
  const notify = useNotify()
  const details = useDetails()
  const copy = async () => {
    await navigator.clipboard.writeText(details)
    notify(t('copied'), { type: 'success' })
  }
  return (
    <>
      <Typography>{t('support_text')}</Typography>
      <Paper
        component="pre"
        variant="outlined"
        sx={{ m: 0, p: 2, width: 1, whiteSpace: 'pre-wrap', fontSize: '0.8125rem' }}
      >
        {details}
      </Paper>
      <Button variant="outlined" onClick={() => void copy()}>
        {t('copy_details')}
      </Button>
    </>
  )
}

function useDetails(): string {
  const { id, email } = useUser()
  const { userAgent, language } = navigator
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return [
    `User:      ${email} (${id})`,
    `Address:   ${window.location.origin}`,
    `Browser:   ${userAgent}`,
    `Language:  ${language}, ${timeZone}`,
    `Window:    ${window.innerWidth} × ${window.innerHeight}`,
  ].join('\n')
}
