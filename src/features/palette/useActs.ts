import { useTheme as useMuiTheme } from '@mui/material/styles'
import { useContext } from 'react'
import { useTheme, useTranslate } from 'react-admin'

import type { Resource } from '#schema'

import { useUser } from '../../browser/client/session/session.ts'
import { shortcuts } from '../../browser/ui/keyboard/shortcutRegistry.ts'
import { createPath, importPath } from '../../browser/client/addresses/addresses.ts'
import { may } from '../../browser/client/records/permitted.ts'
import { ResourcesContext } from '../../browser/client/records/resources.ts'
import { useT } from '../../browser/client/i18n/texts.ts'
import type { Choice } from './choice.ts'
import english from '../../texts/palette.json'

interface Acts {
  onChangePassword(): void
  onSignOut(): void
}

/** Everything that the user may begin from anywhere. */
export function useActs({ onChangePassword, onSignOut }: Acts): Choice[] {
  const t = useT(english)
  const [, chooseTheme] = useTheme()
  const isDark = useMuiTheme().palette.mode === 'dark'
  const act = (key: string, label: string, run: () => void): Choice => ({
    key: `act ${key}`,
    label,
    icon: 'act',
    run,
  })
  return [
    ...useRecordActs(),
    act('theme', isDark ? t('light_colors') : t('dark_colors'), () =>
      chooseTheme(isDark ? 'light' : 'dark'),
    ),
    act('shortcuts', t('shortcuts'), () => shortcuts.run('?')),
    act('password', t('change_password'), onChangePassword),
    act('out', t('sign_out'), onSignOut),
  ]
}

/** New records and imports, of the lists that the user may see. */
function useRecordActs(): Choice[] {
  const t = useT(english)
  const translate = useTranslate()
  const user = useUser()
  const seen = useContext(ResourcesContext).filter(
    (one) => one.group && one.operations.includes('list') && may(one, 'list', user),
  )
  const named = ({ name, one, label }: Resource) => ({
    one: translate(`resources.${name}.one`, { _: one }).toLowerCase(),
    many: translate(`resources.${name}.name`, { smart_count: 2, _: label }).toLowerCase(),
  })
  const create = (resource: Resource): Choice => ({
    key: `new ${resource.name}`,
    label: t('new', named(resource)),
    icon: 'new',
    path: createPath(resource),
  })
  const take = (resource: Resource): Choice => ({
    key: `import ${resource.name}`,
    label: t('import_many', named(resource)),
    icon: 'upload',
    path: importPath(resource),
  })
  return seen.flatMap((one) => [
    ...(may(one, 'create', user) ? [create(one)] : []),
    ...(one.import && may(one, 'import', user) ? [take(one)] : []),
  ])
}
