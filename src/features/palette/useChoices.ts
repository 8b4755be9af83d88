import { useContext } from 'react'
import { useTranslate } from 'react-admin'
import { useLocation } from 'react-router-dom'

import { useUser } from '../../browser/client/session/session.ts'
import { may } from '../../browser/client/records/permitted.ts'
import { ResourcesContext } from '../../browser/client/records/resources.ts'
import { useT } from '../../browser/client/i18n/texts.ts'
import type { Choice, ChoiceGroup } from './choice.ts'
import { matching } from './matching.ts'
import { useRecent } from './recent.ts'
import { useActs } from './useActs.ts'
import { useScreens } from './useScreens.ts'
import english from '../../texts/palette.json'

/** Most screens, and most acts, beside the records. */
const few = 5

type Acts = Parameters<typeof useActs>[0]

/** What is known here, without the server: what was opened lately before anything is typed, then screens and acts. */
export function useOwnGroups(text: string, acts: Acts): ChoiceGroup[] {
  const t = useT(english)
  const screens = useScreens()
  const all = useActs(acts)
  const recent = useRecentChoices(screens)
  const typed = (choices: readonly Choice[]) => matching(choices, ({ label }) => label, text)
  const screenGroup = (choices: readonly Choice[]): ChoiceGroup => ({
    name: 'screens',
    label: t('screens'),
    choices: choices.slice(0, few),
  })
  const actGroup = (choices: readonly Choice[]): ChoiceGroup => ({
    name: 'acts',
    label: t('actions'),
    choices: choices.slice(0, few),
  })
  const groups = text
    ? [screenGroup(typed(screens)), actGroup(typed(all))]
    : [
        { name: 'recent', label: t('recent'), choices: recent },
        ...(recent.length > 0 ? [] : [screenGroup(screens)]),
        actGroup(all),
      ]
  return groups.filter(({ choices }) => choices.length > 0)
}

/** Neither the place where the user is, nor what they may not see any more. */
function useRecentChoices(screens: readonly Choice[]): Choice[] {
  const [recent] = useRecent()
  const { pathname } = useLocation()
  const user = useUser()
  const resources = useContext(ResourcesContext)
  const translate = useTranslate()
  return recent.flatMap(({ path, record }): Choice[] => {
    if (path === pathname) return []
    if (!record) return screens.filter((one) => one.path === path)
    const resource = resources.find(({ name }) => name === record.resource)
    const isSeen = resource && (may(resource, 'show', user) || may(resource, 'list', user))
    if (!isSeen) return []
    const { id, title } = record
    const key = `recent ${resource.name} ${id}`
    const icon = resource.icon ?? 'category'
    const one = translate(`resources.${resource.name}.one`, { _: resource.one })
    return [{ key, label: title, detail: one, number: `#${id}`, icon, path }]
  })
}
