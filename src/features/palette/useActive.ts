import { useState, type KeyboardEvent } from 'react'

import type { Choice, ChoiceGroup } from './choice.ts'

/** Which choice the keys are on: the first, until somebody moves; again the first for every new text. */
export function useActive(
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
    const acts: Record<string, () => void> = {
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      Enter() {
        const choice = choices.find(({ key }) => key === active)
        if (choice) choose(choice, event.ctrlKey || event.metaKey)
      },
    }
    const act = acts[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }
  return { active, setActive, onKeyDown }
}
