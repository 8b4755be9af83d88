import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import visuallyHidden from '@mui/utils/visuallyHidden'
import { useId, useState } from 'react'

import { listText, useT } from '#browser'

import type { Changes } from './permissionGroups.ts'
import { Code } from './PermissionSection.tsx'
import english from '../../../texts/en/permissions.json'

interface SummaryProps {
  changes: Changes
  nameOf(id: number): string
  onUndo(): void
}

/** Longest lists that are open at first. */
const few = 8

/** What saving would give and take. It stays in sight above the buttons of the form. */
export function ChangeSummary({ changes, nameOf, onUndo }: SummaryProps) {
  const t = useT(english)
  const id = useId()
  const { added, removed } = changes
  const count = added.length + removed.length
  const [isOpen, setOpen] = useState<boolean>()
  const isShown = isOpen ?? count <= few
  const parts = [
    added.length > 0 && t('count_added', { count: added.length }),
    removed.length > 0 && t('count_removed', { count: removed.length }),
  ]
  const summary = listText(parts.filter((part) => part !== false))
  return (
    <>
      <Box role="status" sx={visuallyHidden}>
        {summary}
      </Box>
      {count > 0 && (
        <Box component="section" aria-label={t('changes')} sx={bar}>
          <Box sx={{ display: 'flex', alignItems: 'center', columnGap: 0.5, flexWrap: 'wrap' }}>
            <Box sx={{ flex: 1, fontWeight: 600, whiteSpace: 'nowrap' }}>{summary}</Box>
            <Button
              size="small"
              aria-expanded={isShown}
              aria-controls={id}
              aria-label={isShown ? t('hide_changes') : t('show_changes')}
              sx={small}
              onClick={() => setOpen(!isShown)}
            >
              {isShown ? t('hide') : t('show')}
            </Button>
            <Button size="small" sx={small} onClick={onUndo}>
              {t('undo_changes')}
            </Button>
          </Box>
          <Box id={id} hidden={!isShown} tabIndex={0} sx={lists}>
            <Names sign="+" color="success.main" names={added.map(nameOf)} />
            <Names sign="−" color="error.main" names={removed.map(nameOf)} />
          </Box>
        </Box>
      )}
    </>
  )
}

function Names({ sign, color, names }: { sign: '+' | '−'; color: string; names: string[] }) {
  const t = useT(english)
  if (names.length === 0) return null
  const label = sign === '+' ? t('added') : t('removed')
  return (
    <Box component="ul" aria-label={label} sx={list}>
      {names.toSorted().map((name) => (
        <Box component="li" key={name} sx={{ color }}>
          <Code>{`${sign} ${name}`}</Code>
        </Box>
      ))}
    </Box>
  )
}

/** Height of the form's buttons, which stay in sight too. */
const buttons = 60

const bar = {
  position: 'sticky',
  bottom: buttons,
  zIndex: 1,
  px: { xs: 1.5, sm: 2 },
  py: 1,
  border: 1,
  borderColor: 'primary.main',
  borderRadius: 1,
  bgcolor: 'background.paper',
  boxShadow: 3,
  fontSize: '0.875rem',
}

const small = { minWidth: 0, px: 1 }

const lists = {
  display: 'grid',
  gap: 0.5,
  maxHeight: { xs: 96, sm: 132 },
  overflowY: 'auto',
  '&[hidden]': { display: 'none' },
}

const list = {
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: 2,
  m: 0,
  p: 0,
  listStyle: 'none',
}
