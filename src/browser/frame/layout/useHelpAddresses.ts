import { useQuery } from '@tanstack/react-query'

import type { Http } from '../../client/http/http.ts'

interface Addresses {
  readonly documentation: string
  readonly support: string
  readonly contact: string
}

/** The help that the console brings, where the operator has set none and the server knows of none. */
const own: Addresses = {
  documentation: '/help',
  support: '/help#support',
  contact: '/help#contact',
}

/** Where the help menu goes; asked for once, when somebody comes near it. */
export function useHelpAddresses(http: Http, isNear: boolean): Addresses {
  const { data } = useQuery({
    queryKey: ['help'],
    queryFn: ({ signal }) => http.json<{ data: Partial<Addresses> }>('/help', { signal }),
    enabled: isNear,
    retry: false,
    staleTime: Infinity,
  })
  return { ...own, ...data?.data }
}
