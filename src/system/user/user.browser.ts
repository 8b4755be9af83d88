import {
  LanguageInput,
  PageSizeInput,
  useApiQuery,
  useT,
  useUser,
  ZoneInput,
  type Views,
} from '#browser'

import type { user, UserRecord } from './user.ts'

/** Users need their password to change of themselves what would let them do more, or what they sign in with. */
export const userViews = {
  inputs: { locale: LanguageInput, timezone: ZoneInput, per_page: PageSizeInput },
  narrow: ['locale', 'timezone', 'per_page'],
  useFixed: useFixedOnes,
  useDefaults,
} satisfies Views<typeof user>

/** Returns why a field of a record cannot be changed, by field. */
export function useFixedOnes(record: UserRecord) {
  const t = useT()
  const { id } = useUser()
  if (record?.id !== id) return {}
  const others = t('ask_administrator')
  const own = t('change_in_profile')
  return {
    roles: others,
    is_active: others,
    must_change_password: others,
    email: own,
    password: own,
  }
}

/** The language of the company, and the time zone of who makes the account. */
function useDefaults() {
  const { data, isError } = useApiQuery<Partial<UserRecord>>({
    queryKey: ['users', 'defaults'],
    path: '/management/user/defaults',
    gcTime: 0,
  })
  return isError ? {} : data
}
