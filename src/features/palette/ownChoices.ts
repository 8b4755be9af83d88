import { useTheme as useMuiTheme } from '@mui/material/styles'
import { useContext } from 'react'
import { useTranslate, useTheme } from 'react-admin'
import { useLocation } from 'react-router-dom'
import { messageName } from '#schema'
import { useUser } from '../../browser/client/session/user.ts'
import { may } from '../../browser/client/records/permitted.ts'
import { ResourcesContext } from '../../browser/client/records/resources.ts'
import { useIconOf } from '../../browser/ui/icons.tsx'
import { useT } from '../../browser/client/i18n/texts.ts'
import { useRecent } from './RecentTracker.tsx'
import english from '../../texts/en/palette.json'
import type { HeaderToolProps } from '../../browser/views/slots.ts'
import { shortcuts } from '../../browser/ui/keyboard/shortcutRegistry.ts'
import { createPath, importPath } from '../../browser/client/addresses/addresses.ts'
import {
  sidebarGroups,
  ungroupedEntries,
  type SidebarEntry,
} from '../../browser/views/screens/sidebarGroups.ts'
import { ScreensContext } from '../../browser/views/screens/screens.tsx'
import { type Choice, type ChoiceGroup, matching } from './choice.ts'

/** Most screens, and most actions, beside the records. */
const few = 5

/** What is known here, without the server: what was opened lately before anything is typed, then screens and actions. */
export function useOwnGroups(text: string, frame: FrameActions): ChoiceGroup[] {
  const t = useT(english)
  const screens = useScreens()
  const all = useActions(frame)
  const recent = useRecentChoices(screens)
  const typed = (choices: readonly Choice[]) => matching(choices, ({ label }) => label, text)
  const screensShown = text ? typed(screens) : recent.length > 0 ? [] : screens
  const groups = [
    { name: 'recent', label: t('recent'), choices: text ? [] : recent },
    { name: 'screens', label: t('screens'), choices: screensShown.slice(0, few) },
    { name: 'actions', label: t('actions'), choices: (text ? typed(all) : all).slice(0, few) },
  ]
  return groups.filter(({ choices }) => choices.length > 0)
}

/** Neither the place where the user is, nor what they may not see any more. */
function useRecentChoices(screens: readonly Choice[]): Choice[] {
  const [recent] = useRecent()
  const { pathname } = useLocation()
  const user = useUser()
  const resources = useContext(ResourcesContext)
  const iconOf = useIconOf()
  return recent.flatMap(({ path, record }): Choice[] => {
    if (path === pathname) return []
    if (!record) return screens.filter((one) => one.path === path)
    const resource = resources.find(({ name }) => name === record.resource)
    const isSeen = resource && (may(resource, 'show', user) || may(resource, 'list', user))
    if (!isSeen) return []
    const { id, title } = record
    const key = `recent ${resource.name} ${id}`
    const icon = iconOf(resource)
    return [{ key, label: title, detail: resource.one, number: `#${id}`, icon, path }]
  })
}

type FrameActions = Pick<HeaderToolProps, 'onChangePassword' | 'onSignOut'>

/** Everything that the user may begin from anywhere. */
function useActions({ onChangePassword, onSignOut }: FrameActions): Choice[] {
  const t = useT(english)
  const [, chooseTheme] = useTheme()
  const isDark = useMuiTheme().palette.mode === 'dark'
  const action = (name: string, label: string, run: () => void): Choice => {
    return { key: `action ${name}`, label, icon: 'action', run }
  }
  return [
    ...useRecordActions(),
    action('theme', isDark ? t('light_colors') : t('dark_colors'), () =>
      chooseTheme(isDark ? 'light' : 'dark'),
    ),
    action('shortcuts', t('shortcuts'), () => shortcuts.run('?')),
    action('password', t('change_password'), onChangePassword),
    action('out', t('sign_out'), onSignOut),
  ]
}

/** New records and imports, of the lists that the user may see. */
function useRecordActions(): Choice[] {
  const t = useT(english)
  const user = useUser()
  const seen = useContext(ResourcesContext).filter(
    (one) => one.group && one.operations.includes('list') && may(one, 'list', user),
  )
  return seen.flatMap((one): Choice[] => {
    const { name } = one
    const names = { one: one.one.toLowerCase(), many: one.label.toLowerCase() }
    const create = { key: `new ${name}`, label: t('new', names), icon: 'new' } as const
    const take = { key: `import ${name}`, label: t('import_many', names), icon: 'upload' } as const
    return [
      ...(may(one, 'create', user) ? [{ ...create, path: createPath(one) }] : []),
      ...(one.import && may(one, 'import', user) ? [{ ...take, path: importPath(one) }] : []),
    ]
  })
}

/** Every screen that the user may see: those of the sidebar, those beside it, and the help. */
function useScreens(): Choice[] {
  const t = useT()
  const translate = useTranslate()
  const user = useUser()
  const places = { screens: useContext(ScreensContext), resources: useContext(ResourcesContext) }
  const iconOf = useIconOf()
  const choiceOf = (entry: SidebarEntry, group?: string) => {
    const { name, text, path, resource } = entry
    const [key, english] = text
    const icon = resource ? iconOf(resource) : entry.icon
    const label = translate(key, { smart_count: 2, _: english })
    const isNamedAlike = !group || group === label
    const full = isNamedAlike ? label : `${group} › ${label}`
    return { key: `screen ${name}`, label: full, icon, path: `/${path}` }
  }
  const help = (path: string, label: string): Choice => {
    return { key: `screen ${path}`, label, icon: 'source', path }
  }
  return [
    ...sidebarGroups(places, user).flatMap(({ name, entries }) =>
      entries.map((entry) =>
        choiceOf(entry, translate(`console.groups.${messageName(name)}`, { _: name })),
      ),
    ),
    ...ungroupedEntries(places, user).map((entry) => choiceOf(entry)),
    help('/help', t('help')),
    help('/help/api', t('api_reference')),
  ]
}
