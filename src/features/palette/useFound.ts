import { keepPreviousData, useQuery } from '@tanstack/react-query'

import type { SearchAnswer } from '#contract'

import type { Http, HttpFailure } from '../../browser/client/http/http.ts'
import { looksLikeContact } from '../../browser/client/records/filterValues.ts'
import { useUser } from '../../browser/client/session/session.ts'

const nothing: SearchAnswer = { data: [], meta: { left_out: [] } }

/** Fewer characters find too much. */
export const fewest = 2

/** Servers that speak only the specification, where nothing but screens and acts is found. */
const withoutSearch = new WeakSet<Http>()

/** What the server finds. An answer to what is no longer asked is dropped, its request cut off. */
export function useFound(http: Http, text: string) {
  const { id } = useUser()
  const isAsked = text.length >= fewest && !withoutSearch.has(http)
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: ['search', id, text],
    queryFn: ({ signal }) => ask(http, text, signal),
    enabled: isAsked,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 60_000,
  })
  const answer = isAsked && data ? data : nothing
  return {
    groups: answer.data,
    leftOut: answer.meta.left_out,
    problem: isAsked ? error : null,
    /** What is shown was found for another text. */
    isOld: isPlaceholderData,
    isWaiting: isAsked && isFetching,
    retry: () => void refetch(),
  }
}

async function ask(http: Http, text: string, signal: AbortSignal): Promise<SearchAnswer> {
  try {
    const options = { signal, tellsItself: true }
    if (looksLikeContact(text)) {
      return await http.json('/search', { ...options, method: 'POST', body: { text } })
    }
    return await http.json(`/search?text=${encodeURIComponent(text)}`, options)
  } catch (error) {
    if ((error as Partial<HttpFailure>).status !== 404) throw error
    withoutSearch.add(http)
    return nothing
  }
}
