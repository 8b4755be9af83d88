import { useContext } from 'react'
import { matchPath } from 'react-router-dom'

import { ScreensContext } from './screens.tsx'
import { ResourcesContext } from '../../client/records/resources.ts'

/** Returns whether a declared screen stands at an address, so that no link leads nowhere. */
export function useHasRoute(): (address: string) => boolean {
  const lists = useContext(ResourcesContext).flatMap(({ routes }) => Object.values(routes))
  const screens = useContext(ScreensContext).map(({ path }) => path)
  return (address) => [...screens, ...lists].some((path) => matchPath(`/${path}`, address) !== null)
}
