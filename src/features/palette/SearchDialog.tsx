import Dialog from '@mui/material/Dialog'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router-dom'

import { useT } from '../../browser/client/i18n/texts.ts'
import type { HeaderToolProps } from '../../browser/views/slots.ts'
import type { Choice } from './choice.ts'
import { SearchInput } from './SearchInput.tsx'
import { SearchKeys } from './SearchKeys.tsx'
import { SearchList } from './SearchList.tsx'
import { SearchState } from './SearchState.tsx'
import { useActive } from './useActive.ts'
import { useOwnGroups } from './useChoices.ts'
import { useFound } from './useFound.ts'
import { useRecordGroups } from './useRecords.ts'
import { useRested } from './useRested.ts'

interface SearchProps extends HeaderToolProps {
  onClose(): void
}

/** Milliseconds that typing rests before the server is asked. */
const rest = 200

/** Finds records, screens and acts (specification 2). */
export function SearchDialog({ http, onClose, ...acts }: SearchProps) {
  const t = useT()
  const listId = useId()
  const [typed, setTyped] = useState('')
  const text = typed.trim()
  const asked = useRested(text, rest)
  const found = useFound(http, asked)
  const isOld = asked !== text || found.isOld
  const own = useOwnGroups(text, acts)
  const records = useRecordGroups(text ? found.groups : [], asked)
  const groups = isOld ? own : [...own, ...records]
  const choose = useChoose(onClose)
  const { active, setActive, onKeyDown } = useActive(groups, text, choose)
  const isWaiting = found.isWaiting || asked !== text
  return (
    <Dialog {...useFrame(t('search'))} open onClose={onClose}>
      <SearchInput
        {...{ typed, listId, isWaiting, onClose, onKeyDown }}
        active={active}
        onType={setTyped}
      />
      <SearchList
        {...{ listId, groups, active, choose }}
        onPoint={setActive}
        old={isOld ? records : []}
      >
        <SearchState
          {...{ text, found, isWaiting }}
          count={groups.flatMap((one) => one.choices).length}
        />
      </SearchList>
      <SearchKeys />
    </Dialog>
  )
}

/** On small screens the whole screen. It moves as specification 2 says, for people who like things to move. */
function useFrame(label: string) {
  const isSmall = useMediaQuery<Theme>(({ breakpoints }) => breakpoints.down('sm'), { noSsr: true })
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)', { noSsr: true })
  return {
    fullScreen: isSmall,
    fullWidth: true,
    maxWidth: 'sm',
    ...(isStill && { transitionDuration: 0 }),
    slotProps: {
      paper: {
        'aria-label': label,
        sx: isSmall ? { border: 0 } : { alignSelf: 'flex-start', mt: '10dvh', maxHeight: '70dvh' },
      },
    },
  } as const
}

/** Goes where a choice leads, or does what it says. */
function useChoose(onClose: () => void) {
  const navigate = useNavigate()
  return ({ path, run }: Choice, inNewTab = false) => {
    if (path && inNewTab) return void window.open(path, '_blank', 'noopener')
    onClose()
    if (path) void navigate(path)
    else run?.()
  }
}
