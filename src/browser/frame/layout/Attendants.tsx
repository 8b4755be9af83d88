import { useEffect } from 'react'

import type { Http } from '../../client/http/http.ts'
import { useUpToDate } from '../../client/live/useUpToDate.ts'
import { loadParts } from '../../ui/states/lazyPart.tsx'
import { tellCut } from '../../ui/tellCut.ts'
import { mendFocus } from '../../ui/keyboard/mendFocus.ts'
import { recordPages } from '../../views/recordPages.ts'
import { useFreshBell } from '../../views/notifications/useFreshBell.ts'
import { LeaveGuard } from './LeaveGuard.tsx'
import { Toasts } from './toasts/Toasts.tsx'
import { useHeadingFocus } from './useHeadingFocus.ts'

/** What attends every page and comes once it stands: messages, what the bell shows, what is cut, and where the focus goes. */
export function Attendants() {
  useEffect(mendFocus, [])
  useEffect(tellCut, [])
  useEffect(loadAhead, [])
  return (
    <>
      <FreshBell />
      <Toasts />
      <LeaveGuard />
      <HeadingFocus />
    </>
  )
}

/** How long the first page stands before what is opened from it is loaded, in milliseconds. */
const restMs = 2_000

/** Loads what a click opens next, forms and records, so that it opens at once. Returns a function that stops it. */
function loadAhead(): () => void {
  const timer = setTimeout(() => void loadParts(recordPages), restMs)
  return () => clearTimeout(timer)
}

/** Keeps what is known of the user, the records and the option lists up to date. */
export function UpToDate({ http }: { http: Http }) {
  useUpToDate(http)
  return null
}

/** Apart, so that a change of address does not draw the rest. */
function HeadingFocus() {
  useHeadingFocus()
  return null
}

/** Apart from the bell, which react-admin's data provider would draw again at every change of address. */
function FreshBell() {
  useFreshBell()
  return null
}
