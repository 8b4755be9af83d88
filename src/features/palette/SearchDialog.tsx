import Dialog from '@mui/material/Dialog'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useId, useState, type KeyboardEvent, useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { useT } from '../../browser/client/i18n/texts.ts'
import type { HeaderToolProps } from '../../browser/views/slots.ts'
import { useOwnGroups } from './ownChoices.ts'
import type { Choice, ChoiceGroup } from './choice.ts'
import { SearchList } from './SearchList.tsx'
import { SearchState } from './SearchState.tsx'
import { useFound, useRecordGroups } from './foundRecords.ts'
import { SearchInput, SearchKeys } from './SearchInput.tsx'

interface SearchProps extends HeaderToolProps {
  onClose(): void
}

/** Milliseconds that typing rests before the server is asked. */
const rest = 200

/** Finds records, screens and actions. */
export function SearchDialog({ http, onClose, ...frame }: SearchProps) {
  const t = useT()
  const listId = useId()
  const [typed, setTyped] = useState('')
  const text = typed.trim()
  const asked = useRested(text)
  const found = useFound(http, asked)
  const isOld = asked !== text || found.isOld
  const own = useOwnGroups(text, frame)
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

/** On small screens the whole screen. It moves as every dialog does, for people who like things to move. */
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

/** Goes where a choice goes, or does what it says. */
function useChoose(onClose: () => void) {
  const navigate = useNavigate()
  return ({ path, run }: Choice, inNewTab = false) => {
    if (path && inNewTab) return void window.open(path, '_blank', 'noopener')
    onClose()
    if (path) void navigate(path)
    else run?.()
  }
}

/** Which choice the keys are on: the first, until somebody moves; again the first for every new text. */
function useActive(
  groups: readonly ChoiceGroup[],
  text: string,
  choose: (choice: Choice, inNewTab: boolean) => void,
) {
  const choices = groups.flatMap((group) => group.choices)
  const [moved, setMoved] = useState<{ text: string; key: string }>()
  const isHere = moved?.text === text && choices.some(({ key }) => key === moved.key)
  const active = isHere ? moved.key : choices[0]?.key
  const setActive = (key: string) => setMoved({ text, key })
  const move = (step: 1 | -1) => {
    const here = choices.findIndex(({ key }) => key === active)
    const next = choices[(here + step + choices.length) % choices.length]
    if (next) setActive(next.key)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const actions: Record<string, () => void> = {
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      Enter() {
        const choice = choices.find(({ key }) => key === active)
        if (choice) choose(choice, event.ctrlKey || event.metaKey)
      },
    }
    const run = actions[event.key]
    if (!run) return
    event.preventDefault()
    run()
  }
  return { active, setActive, onKeyDown }
}

/** A text once typing has rested on it. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), rest)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}
