import { createContext, useContext } from 'react'

import type { Resource } from '#schema'

/** Every declared resource, for links and pickers that lead from one to another. */
export const ResourcesContext = createContext<readonly Resource[]>([])

export const useResourceNamed = (name: string): Resource | undefined =>
  useContext(ResourcesContext).find((resource) => resource.name === name)
