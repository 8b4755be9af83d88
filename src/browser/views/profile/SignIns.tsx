import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Typography from '@mui/material/Typography'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNotify } from 'react-admin'

import type { SessionOfUser } from '#contract'

import { Moment } from '../../ui/fields/dates/dates.tsx'
import { useLoaded } from '../../ui/states/useLoaded.tsx'
import { problemOf } from '../../client/http/problem.ts'
import { useT } from '../../client/i18n/texts.ts'
import { Section } from './Section.tsx'
import { ProblemAlert } from '../forms/errors/ProblemAlert.tsx'
import { useApiQuery } from '../../client/records/useApiQuery.ts'
import { useProvider } from '../../client/records/provider.ts'
import { useTask } from '../../ui/useTask.ts'
import { TitledDialog } from '../../ui/TitledDialog.tsx'
import { SteadyButton } from '../../ui/SteadyButton.tsx'
import english from '../../../texts/en/profile.json'

/** A program that signs in before each call has thousands, which no screen draws at once. */
const step = 50

/** Where one is signed in, and a way out of everywhere else. */
export function SignIns() {
  const t = useT(english)
  const signIns = useSignIns()
  const { data, pending } = useLoaded(signIns)
  const [isAsking, setAsking] = useState(false)
  const [shown, setShown] = useState(step)
  const others = data?.filter(({ is_current }) => !is_current).length ?? 0
  const button = others > 0 && (
    <Button color="error" variant="outlined" onClick={() => setAsking(true)}>
      {t('sign_out_others')}
    </Button>
  )
  // Another server than this one need not have such a list.
  if (signIns.error && problemOf(signIns.error).status === 404) return null
  return (
    <Section title={t('sign_ins')} action={button}>
      {pending}
      <Box component="ul" sx={{ display: 'grid', m: 0, p: 0, listStyle: 'none' }}>
        {data?.slice(0, shown).map((one) => (
          <Row key={one.id} signIn={one} />
        ))}
      </Box>
      {data && data.length > shown && (
        <Button onClick={() => setShown(shown + step)}>{t('see_more')}</Button>
      )}
      {isAsking && <SignOutOthers count={others} onClose={() => setAsking(false)} />}
    </Section>
  )
}

function Row({ signIn }: { signIn: SessionOfUser }) {
  const t = useT(english)
  const { browser, system, user_agent, ip, created_at, last_used_at, is_current } = signIn
  return (
    <Box component="li" sx={rowStyle}>
      <Box sx={{ flex: '1 1 12rem', minWidth: 0 }}>
        <Typography title={user_agent ?? ''} sx={{ fontWeight: 550, overflowWrap: 'anywhere' }}>
          {t('device', { browser, system })}
        </Typography>
        <Typography variant="body2" color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
          <bdi>{ip}</bdi>
        </Typography>
      </Box>
      <Typography component="dl" variant="body2" sx={timesStyle}>
        <dt>{t('last_used')}</dt>
        <dd>
          <Moment value={last_used_at} ago />
        </dd>
        <dt>{t('signed_in')}</dt>
        <dd>
          <Moment value={created_at} />
        </dd>
      </Typography>
      {is_current && <Chip color="success" variant="outlined" label={t('this_one')} />}
    </Box>
  )
}

const rowStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 3,
  rowGap: 1,
  py: 1.5,
  borderTop: 1,
  borderColor: 'divider',
  '&:first-of-type': { borderTop: 0, pt: 0 },
} as const

const timesStyle = {
  display: 'grid',
  gridTemplateColumns: 'auto auto',
  columnGap: 1,
  m: 0,
  '& dt': { color: 'text.secondary' },
  '& dd': { m: 0 },
} as const

/** Asks before every other session of the user ends. */
function SignOutOthers({ count, onClose }: { count: number; onClose: () => void }) {
  const t = useT(english)
  const { isBusy, problem, run } = useEndOthers(onClose)
  return (
    <TitledDialog
      title={t('sign_out_others')}
      text={t('sign_out_others_question', { count })}
      onClose={onClose}
      actions={
        <>
          <Button autoFocus onClick={onClose}>
            {t('cancel')}
          </Button>
          <SteadyButton color="error" variant="contained" isOff={isBusy} onClick={() => run()}>
            {t('sign_out')}
          </SteadyButton>
        </>
      }
    >
      {problem && <ProblemAlert problem={problem} />}
    </TitledDialog>
  )
}

function useEndOthers(onClose: () => void) {
  const notify = useNotify()
  const provider = useProvider()
  const queryClient = useQueryClient()
  return useTask(async () => {
    try {
      const { message } = await provider.call('DELETE', '/profile/sessions')
      if (message) notify(message, { type: 'success' })
      onClose()
    } finally {
      void queryClient.invalidateQueries({ queryKey: sessionsKey })
    }
  })
}

export const sessionsKey = ['profile', 'sessions']

/** Where the user is signed in: this one, then the last used first. */
export function useSignIns() {
  return useApiQuery<SessionOfUser[]>({
    queryKey: sessionsKey,
    path: '/profile/sessions',
  })
}
