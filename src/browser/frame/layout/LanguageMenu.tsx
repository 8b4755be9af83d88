import TranslateIcon from '@mui/icons-material/Translate'
import MenuItem from '@mui/material/MenuItem'
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useLocale, useStore } from 'react-admin'

import type { Http } from '../../client/http/http.ts'
import { ownLocale } from '../../client/i18n/languageOrder.ts'
import { localeState, type LocaleState } from '../../client/i18n/locale.ts'
import { merged } from '../../client/session/profileRefresh.ts'
import { session, type Profile } from '../../client/session/session.ts'
import { useT } from '../../client/i18n/texts.ts'
import { useNotifyResult } from '../../ui/useNotifyResult.ts'
import { HeaderMenu } from './HeaderMenu.tsx'

/** The languages of the console, once there is more than one. The choice is the user's, not the browser's. */
export function LanguageMenu({ http }: { http: Http }) {
  const t = useT()
  const locale = useLocale()
  const speak = useSpeak(http)
  const { languages } = useSyncExternalStore(localeState.subscribe, localeState.read)
  useQuery({
    queryKey: ['languages'],
    queryFn: ({ signal }) => readLanguages(http, signal),
    staleTime: Infinity,
  })
  if (Object.keys(languages).length < 2) return null
  return (
    <HeaderMenu label={t('language')} button={<TranslateIcon />} width={200}>
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
              void speak(code)
            }}
          >
            {name}
          </MenuItem>
        ))
      }
    </HeaderMenu>
  )
}

/** Changes the user's own language, wherever they sign in; the first page of this browser speaks it too. */
function useSpeak(http: Http) {
  const told = useNotifyResult()
  const [, choose] = useStore<string>('locale')
  return (code: string) => {
    if (ownLocale(session.read()) === undefined) return choose(code)
    return told(async () => {
      const { data } = await http.json<{ data: Partial<Profile> }>('/profile/settings', {
        method: 'PUT',
        body: { locale: code },
      })
      const known = session.read()
      if (known) session.write({ ...known, ...merged(known, data) })
      choose(code)
    })
  }
}

async function readLanguages(http: Http, signal: AbortSignal) {
  const languages = await http.json<LocaleState['languages']>('/localizations', {
    signal,
    isBackground: true,
  })
  localeState.write({ ...localeState.read(), languages })
  return languages
}
