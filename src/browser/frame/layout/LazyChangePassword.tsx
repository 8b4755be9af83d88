import { lazy } from 'react'

/** Few people change their password on a given day: its form is fetched when it is asked for. */
export const ChangePassword = lazy(async () => ({
  default: (await import('./ChangePassword.tsx')).ChangePassword,
}))
