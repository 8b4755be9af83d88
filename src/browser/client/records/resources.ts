import { type Query, useQueryClient } from '@tanstack/react-query'
import { createContext, useCallback, useContext } from 'react'

import { type Field, type Resource, targetOf } from '#schema'

/** Every declared resource, for links and pickers that go from one to another. */
export const ResourcesContext = createContext<readonly Resource[]>([])

export const useResources = () => useContext(ResourcesContext)

export const useResourceNamed = (name: string): Resource | undefined =>
  useContext(ResourcesContext).find((resource) => resource.name === name)

/**
 * Returns the function that, after a write to a resource, has what the screen shows of it read again, and single records
 * that name it or that it names, for what is counted in them. Pickers and other lists are read when they are opened next.
 */
export function useReadAgain(): (resource: string) => void {
  const queryClient = useQueryClient()
  const resources = useContext(ResourcesContext)
  return useCallback(
    (resource) => {
      const related = relatedTo(resource, resources)
      const isShown = ({ queryKey: [name, kind, params] }: Query) =>
        name === resource ? !waits(kind, params) : kind === 'getOne' && related.has(String(name))
      const isStale = ({ queryKey: [name] }: Query) =>
        name === resource || related.has(String(name))
      void queryClient.invalidateQueries({ predicate: isStale, refetchType: 'none' })
      void queryClient.refetchQueries({ predicate: isShown, type: 'active' })
    },
    [queryClient, resources],
  )
}

/** A picker and a form ask when they are opened next: the form that has just been saved is about to close. */
const waits = (kind: unknown, params: unknown) =>
  ['options', 'names'].includes(String(kind)) ||
  (Object(params) as { meta?: object }).meta === formMeta

/** Marks the record that a form is filled with among the questions of react-admin. */
export const formMeta = { view: 'form' }

function relatedTo(name: string, resources: readonly Resource[]): ReadonlySet<string> {
  const own = resources.find((one) => one.name === name)
  const naming = resources.filter((one) => targetsOf(one).includes(name)).map((one) => one.name)
  return new Set([...(own ? targetsOf(own) : []), ...naming])
}

const targetsOf = ({ fields }: Resource): string[] =>
  Object.values<Field>(fields).flatMap((field) => targetOf(field) ?? [])
