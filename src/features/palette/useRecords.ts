import { useContext } from 'react'
import { useTranslate } from 'react-admin'

import type { Resource } from '#schema'

import { keptLists } from '../../browser/client/storage/keptLists.ts'
import { isPrivate } from '../../browser/client/records/filterValues.ts'
import { listPath, pathOf } from '../../browser/client/addresses/addresses.ts'
import { ResourcesContext } from '../../browser/client/records/resources.ts'
import { useT, type Translate } from '../../browser/client/i18n/texts.ts'
import type { Choice, ChoiceGroup } from './choice.ts'
import type { Found, FoundOf } from '#contract'
import english from '../../texts/palette.json'

/** What the server found, as groups of choices. */
export function useRecordGroups(found: readonly FoundOf[], text: string): ChoiceGroup[] {
  const t = useT(english)
  const translate = useTranslate()
  const resources = useContext(ResourcesContext)
  return found.flatMap(({ resource: name, records, has_more: hasMore }) => {
    const resource = resources.find((one) => one.name === name)
    if (!resource) return []
    const label = translate(`resources.${name}.name`, { smart_count: 2, _: resource.label })
    const choices = records.map((record) => choiceOf(resource, record))
    const more = hasMore ? [allOf(resource, label, text, t)] : []
    return [{ name, label, choices: [...choices, ...more] }]
  })
}

function choiceOf(resource: Resource, { id, title, detail, open, embed }: Found): Choice {
  return {
    key: `${resource.name} ${id}`,
    label: title,
    detail: detail ?? undefined,
    number: title === `#${id}` ? undefined : `#${id}`,
    icon: resource.icon ?? 'category',
    embed,
    // Who may not open the record sees it in its list.
    path: open ? pathOf(resource, open, id) : searchPath(resource, String(id)),
  }
}

const allOf = (
  resource: Resource,
  label: string,
  text: string,
  t: Translate<typeof english>,
): Choice => ({
  key: `${resource.name} more`,
  label: t('all_matches', { many: label }),
  icon: 'more',
  path: searchPath(resource, text),
})

/** A list that is searched, as its own search box would have it in the address. */
function searchPath(resource: Resource, search: string): string {
  const filter = keptLists.shortened({ search }, (key, one) => isPrivate(resource, key, one))
  return `${listPath(resource)}?${new URLSearchParams({ filter: JSON.stringify(filter) })}`
}
