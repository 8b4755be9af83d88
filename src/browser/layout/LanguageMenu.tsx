import TranslateIcon from '@mui/icons-material/Translate'
import MenuItem from '@mui/material/MenuItem'
import { useQuery } from '@tanstack/react-query'
import { useLocale, useStore } from 'react-admin'

import type { Http } from '../http.ts'
import { useUser } from '../session.ts'
import { useText } from '../views/words.ts'
import { HeaderMenu } from './HeaderMenu.tsx'

/** Display names by language code (specification 3). */
type Languages = Readonly<Record<string, string>>

const onlyEnglish: Languages = { en: 'English' }

/** The languages of the console, once there is more than one. The choice is kept here, and with the user where they may. */
export function LanguageMenu({ http }: { http: Http }) {
  const say = useText()
  const locale = useLocale()
  const { permissions } = useUser()
  const [, choose] = useStore<string>('locale')
  const { data: languages = onlyEnglish } = useQuery({
    queryKey: ['languages'],
    queryFn: ({ signal }) => http.json<Languages>('/localizations', { signal }),
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
