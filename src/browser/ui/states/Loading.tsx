import { useEffect, useState, type ComponentType } from 'react'
import { Outlet } from 'react-router-dom'

import '../../loading.css'
import { useIsArriving } from '../../client/addresses/navigation.tsx'
import { useT } from '../../client/i18n/texts.ts'
import { lateAfter } from './lateAfter.ts'
import { lazyPart, type LazyPart } from './lazyPart.tsx'

interface LoadingProps {
  text?: string
  /** Half a second has passed already. */
  isLate?: boolean
}

/** A spinner with its text, which appears only after half a second. */
export function Loading({ text = 'Loading', isLate = false }: LoadingProps) {
  const isDue = useIsLate(!isLate)
  return (
    <div className="loading" role="status">
      {(isLate || isDue) && (
        <>
          <span aria-hidden="true" />
          {text} …
        </>
      )}
    </div>
  )
}

/** The page. It stays until the files of the next one have come; when they are late, a spinner takes its place. */
export function Page() {
  const t = useT()
  const isLate = useIsLate(useIsArriving())
  return isLate ? <Loading isLate text={t('loading')} /> : <Outlet />
}

/** Whether something has been waited for longer than that. */
export function useIsLate(isWaiting = true): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isWaiting) return undefined
    const timer = setTimeout(() => setLate(true), lateAfter)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [isWaiting])
  return isLate && isWaiting
}

/** How long a spinner stays at least once it has appeared, in milliseconds. */
const shownFor = 500

/** Returns a value that is waited for; one that comes just after the spinner has appeared is held back until that has stood long enough. */
export function useSettled<Value>(value: Value | undefined): Value | undefined {
  const [isHeld, setHeld] = useState(false)
  const isWaiting = value === undefined
  useEffect(() => {
    if (!isWaiting) return undefined
    const timer = setTimeout(() => setHeld(true), lateAfter)
    return () => clearTimeout(timer)
  }, [isWaiting])
  useEffect(() => {
    if (!isHeld) return undefined
    const timer = setTimeout(() => setHeld(false), shownFor)
    return () => clearTimeout(timer)
  }, [isHeld])
  return isHeld ? undefined : value
}

/**
 * Returns a screen whose files come when it is opened. What takes longer than the spinner waits for takes
 * so much longer that the spinner does not flash.
 */
export function lazyScreen<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyPart<Props> {
  return lazyPart(async () => {
    const begun = performance.now()
    const Screen = await load()
    const took = performance.now() - begun
    if (took > lateAfter && took < lateAfter + shownFor) await rest(lateAfter + shownFor - took)
    return Screen
  })
}

const rest = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
