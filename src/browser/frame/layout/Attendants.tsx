import { useEffect } from 'react'

import { useFreshBell } from '../../views/notifications/useFreshBell.ts'
import { mendFocus } from './mendFocus.ts'

/**
 * What attends every page without being seen, and comes once the page stands: what the bell shows, and a home for a
 * focus that is lost.
 */
export function Attendants() {
  useEffect(mendFocus, [])
  return <FreshBell />
}

/** Apart from the bell, which react-admin's data provider would draw again at every change of address. */
function FreshBell() {
  useFreshBell()
  return null
}
