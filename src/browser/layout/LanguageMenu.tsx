import TranslateIcon from '@mui/icons-material/Translate'
import MenuItem from '@mui/material/MenuItem'
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useLocale, useStore } from 'react-admin'

import type { Http } from '../http.ts'
import { localeState, type LocaleState } from '../localeState.ts'
import { useUser } from '../session.ts'
import { useText } from '../views/words.ts'
import { HeaderMenu } from './HeaderMenu.tsx'

/** The languages of the console, once there is more than one. The choice is kept here, and with the user where they may. */
export function LanguageMenu({ http }: { http: Http }) {
  const say = useText()
  const locale = useLocale()
  const { permissions } = useUser()
  const [, choose] = useStore<string>('locale')
  const { languages } = useSyncExternalStore(localeState.subscribe, localeState.read)
  useQuery({
    queryKey: ['languages'],
    queryFn: ({ signal }) => readLanguages(http, signal),
    staleTime: Infinity,
  })
  if (Object.keys(languages).length < 2) return null
  const speak = (code: string) => {
    choose(code)
    if (!permissions.has('user.profile.update')) return
    const body = { settings: { locale: code } }
    // What the server does not take stays a choice of this browser.
    http.json('/profile', { method: 'PUT', body }).catch(() => undefined)
  }
  return (
    <HeaderMenu label={say('language', 'Language')} button={<TranslateIcon />} width={200}>
      {(close) =>
        Object.entries(languages).map(([code, name]) => (
          <MenuItem
            key={code}
            lang={code}
            role="menuitemradio"
            aria-checked={code === locale}
            selected={code === locale}
            onClick={() => {
              close()
              speak(code)
            }}
          >
            {name}
          </MenuItem>
        ))
      }
    </HeaderMenu>
  )
}

async function readLanguages(http: Http, signal: AbortSignal) {
  const languages = await http.json<LocaleState['languages']>('/localizations', {
    signal,
    isBackground: true,
  })
  localeState.write({ ...localeState.read(), languages })
  return languages
}
