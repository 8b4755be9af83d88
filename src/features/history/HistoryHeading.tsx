import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

import type { HistoryEntry } from '#contract'
import type { ActionDeclaration, Resource } from '#schema'

import { Moment } from '../../browser/ui/fields/dates/dates.tsx'
import { listText } from '../../browser/client/i18n/formats.ts'
import { useNames, useT, type Translate } from '../../browser/client/i18n/texts.ts'
import english from '../../texts/en/history.json'

interface HeadingProps {
  entry: HistoryEntry
  resource: Resource
  children: ReactNode
}

export function HistoryHeading({ entry, resource, children }: HeadingProps) {
  const t = useT(english)
  const names = useNames(resource)
  const { at, user, by, disclosed } = entry
  const declared: ActionDeclaration | undefined = resource.actions?.[entry.action]
  const action = declared?.label ?? entry.action
  const shown = (disclosed?.fields ?? []).map((name) => names.field(name))
  const rest = shown.length > mostNamed ? shown.splice(firstNamed) : []
  const fields = listText([
    ...shown,
    ...(rest.length > 0 ? [t('history_others', { count: rest.length })] : []),
  ])
  const system = by === null ? t('another_system') : (by?.label ?? t('the_system'))
  const who = user ? (user.label ?? t('somebody')) : system
  const said = t(sentences[entry.action] ?? 'history_acted', { who, action, fields })
  return (
    <Box sx={headingStyle}>
      <Typography component="h3" variant="body2" sx={{ fontWeight: 600, flex: 1 }}>
        {/* The history of an erased person names no fields. */}
        {fields ? said : said.replace(/:\s*$/, '')}{' '}
        <Typography component="span" variant="body2" color="text.secondary">
          <Moment value={at} ago />
        </Typography>
      </Typography>
      {children}
      {rest.length > 0 && (
        <Box component="details" sx={othersStyle}>
          <summary>{t('history_which_others')}</summary>
          {listText(rest)}
        </Box>
      )}
    </Box>
  )
}

/** Of more fields that somebody has seen or taken out, as in an export of all columns, the first are named at once. */
const mostNamed = 8

const firstNamed = 5

const othersStyle = {
  flexBasis: '100%',
  color: 'text.secondary',
  fontSize: '0.8125rem',
  '& summary': { width: 'fit-content', cursor: 'pointer', py: { xs: 1.5, sm: 0.5 } },
}

const sentences: Readonly<Record<string, Parameters<Translate<typeof english>>[0] | undefined>> = {
  create: 'history_created',
  update: 'history_updated',
  delete: 'history_deleted',
  restore: 'history_restored',
  merge: 'history_merged',
  reveal: 'history_revealed',
  export: 'history_exported',
}

const headingStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 1,
  minHeight: 32,
}
