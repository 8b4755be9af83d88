import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useContext } from 'react'

import type { SearchAnswer, Found, FoundOf } from '#contract'
import type { Resource } from '#schema'

import type { Http } from '../../browser/client/http/http.ts'
import type { HttpFailure } from '../../browser/client/http/httpFailure.ts'
import { looksLikeContact, isPrivate } from '../../browser/client/records/filterValues.ts'
import { useUser } from '../../browser/client/session/user.ts'
import { longFilterStore } from '../../browser/client/storage/longFilterStore.ts'
import { listPath, pathOf } from '../../browser/client/addresses/addresses.ts'
import { ResourcesContext } from '../../browser/client/records/resources.ts'
import { useIconOf, type Icon } from '../../browser/ui/icons.tsx'
import { useT } from '../../browser/client/i18n/texts.ts'
import type { Choice, ChoiceGroup } from './choice.ts'
import english from '../../texts/en/palette.json'

const nothing: SearchAnswer = { data: [], meta: { left_out: [] } }

/** Fewer characters find too much. */
export const fewest = 2

/** Servers without this call, where nothing but screens and actions is found. */
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

/** What the server found, as groups of choices. */
export function useRecordGroups(found: readonly FoundOf[], text: string): ChoiceGroup[] {
  const t = useT(english)
  const resources = useContext(ResourcesContext)
  const iconOf = useIconOf()
  return found.flatMap(({ resource: name, records, has_more: hasMore }) => {
    const resource = resources.find((one) => one.name === name)
    if (!resource) return []
    const { label } = resource
    const choices = records.map((record) => choiceOf(resource, record, iconOf(resource)))
    const all: Choice = {
      key: `${name} more`,
      label: t('all_matches', { many: label }),
      icon: 'more',
      path: searchPath(resource, text),
    }
    return [{ name, label, choices: hasMore ? [...choices, all] : choices }]
  })
}

function choiceOf(
  resource: Resource,
  { id, title, detail, open, embed }: Found,
  icon: Icon,
): Choice {
  return {
    key: `${resource.name} ${id}`,
    label: title,
    detail: detail ?? undefined,
    number: title === `#${id}` ? undefined : `#${id}`,
    icon,
    embed,
    // Who may not open the record sees it in its list.
    path: open ? pathOf(resource, open, id) : searchPath(resource, String(id)),
  }
}

/** A list that is searched, as its own search box would have it in the address. */
function searchPath(resource: Resource, search: string): string {
  const filter = longFilterStore.shortened({ search }, (key, one) => isPrivate(resource, key, one))
  return `${listPath(resource)}?${new URLSearchParams({ filter: JSON.stringify(filter) })}`
}
