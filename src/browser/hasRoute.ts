import { useContext } from 'react'
import { matchPath } from 'react-router-dom'

import { ResourcesContext } from './views/resources.ts'

/** Whether a declared screen stands at an address, so that no link leads nowhere. */
export function useHasRoute(address: string): boolean {
  return useContext(ResourcesContext)
    .flatMap(({ routes }) => Object.values(routes))
    .some((path) => matchPath(`/${path}`, address) !== null)
}
