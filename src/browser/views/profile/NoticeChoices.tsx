import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import Typography from '@mui/material/Typography'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNotify } from 'react-admin'

import type { NoticeKind } from '#contract'

import { problemOf } from '../../client/http/problem.ts'
import { useResourceNamed } from '../../client/records/resources.ts'
import { useT } from '../../client/i18n/texts.ts'
import { useApiQuery } from '../../client/records/useApiQuery.ts'
import { useProvider } from '../../client/records/provider.ts'
import { useUser } from '../../client/session/user.ts'
import { useNoticeTexts } from '../notifications/noticeCells.tsx'
import { Section } from './Section.tsx'
import english from '../../../texts/en/profile.json'

/** Of which kinds of notifications the bell tells. */
export function NoticeChoices() {
  const t = useT(english)
  const { permissions } = useUser()
  const { data: kinds } = useKinds(permissions.has('user.profile.notification.view'))
  const change = useChangeKind()
  const textsOf = useNoticeTexts()
  if (!kinds) return null
  return (
    <Section title={t('notifications')}>
      <Typography variant="body2" color="text.secondary" sx={{ mb: 1 }}>
        {kinds.length > 0 ? t('notice_choices_help') : t('no_notice_choices')}
      </Typography>
      <Box component="ul" sx={listStyle}>
        {kinds.map(({ event, title, is_quiet }) => (
          <li key={event}>
            <FormControlLabel
              control={
                <Switch
                  size="small"
                  checked={!is_quiet}
                  disabled={!permissions.has('user.profile.update')}
                  onChange={(_event, isOn) => change.mutate({ event, title, is_quiet: !isOn })}
                />
              }
              label={textsOf({ title, message: '', event }).title}
              sx={{ minHeight: 44, gap: 1, mx: 0 }}
            />
          </li>
        ))}
      </Box>
    </Section>
  )
}

const listStyle = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 280px), 1fr))',
  columnGap: 3,
  m: 0,
  p: 0,
  listStyle: 'none',
} as const

const kindsKey = ['notifications', 'kinds']

/** Nothing where the server, another one than this, has no such list. */
function useKinds(enabled: boolean) {
  const api = useResourceNamed('notifications')?.api
  return useApiQuery<NoticeKind[]>({
    queryKey: kindsKey,
    path: `/${api}/kinds`,
    enabled: enabled && api !== undefined,
  })
}

/** A switch moves at once, and back where the server does not take it. */
function useChangeKind() {
  const provider = useProvider()
  const notify = useNotify()
  const queryClient = useQueryClient()
  const api = useResourceNamed('notifications')?.api
  return useMutation({
    mutationFn: ({ event, is_quiet }: NoticeKind) =>
      provider.call('PUT', `/${api}/kinds/${event}`, { is_quiet }),
    onMutate: (changed) =>
      queryClient.setQueryData<NoticeKind[]>(kindsKey, (known) =>
        known?.map((one) => (one.event === changed.event ? changed : one)),
      ),
    onError: (error) => notify(problemOf(error).message, { type: 'error' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: kindsKey }),
  })
}
