import { lazy, Suspense, useEffect, type ReactNode } from 'react'
import { useNotify, useTranslate } from 'react-admin'

import type { ConfirmingHttp } from '../client/session/connection.ts'
import { expired } from '../client/http/httpFailure.ts'
import { type Http } from '../client/http/http.ts'
import { ChangePassword, PasswordQuestion } from './layout/passwordQuestions.tsx'
import { loadOwn, Shell } from './layout/Shell.tsx'
import { Page } from '../ui/states/Loading.tsx'
import { useFeatures } from '../views/slots.ts'
import { useT } from '../client/i18n/texts.ts'
import { useSession } from '../client/session/session.ts'

interface SignedInProps {
  http: ConfirmingHttp
  onSignOut: () => void
}

/** The console of somebody who is signed in. Who must choose a password gets nothing else from the server. */
export function SignedIn(props: SignedInProps) {
  const mustChange = useSession()?.must_change_password
  useWarnings(props.http)
  if (!mustChange) return <AtWork {...props} />
  return (
    <Shell {...props}>
      <ChangePassword />
    </Shell>
  )
}

const UpToDate = lazy(async () => {
  const attendants = await loadOwn().catch(() => undefined)
  return { default: attendants?.UpToDate ?? (() => null) }
})

/** Kept up to date while they work. */
function AtWork({ http, onSignOut }: SignedInProps) {
  const upToDate = (
    <Suspense>
      <UpToDate http={http} />
    </Suspense>
  )
  return (
    <Gates http={http}>
      <Shell {...{ http, onSignOut }} beside={upToDate}>
        <Page />
        <PasswordQuestion http={http} />
      </Shell>
    </Gates>
  )
}

/** What features have to know before anything is drawn. */
function Gates({ http, children }: { http: Http; children: ReactNode }) {
  return useFeatures().reduceRight<ReactNode>(
    (inside, { Gate }) => (Gate ? <Gate http={http}>{inside}</Gate> : inside),
    children,
  )
}

/** What any call may run into. */
function useWarnings(http: Http): void {
  const notify = useNotify()
  const translate = useTranslate()
  const t = useT()
  useEffect(() => http.onExpired(() => notify(expired, { type: 'warning' })), [http, notify])
  useEffect(
    () =>
      http.onUnavailable(({ message, body }) => {
        const { request_id: id, problem } = Object(body.data) as Fault
        const details = [problem, id && t('request_id', { id })].filter(Boolean)
        // A dialog says by itself that nothing came of it.
        if (!details.length && document.querySelector('[aria-modal=true]')) return
        const isLong = problem !== undefined && { autoHideDuration: 60_000 }
        // Without details it is the message of what was done, and is not said twice.
        const lines = details.length > 0 ? [translate(message), ...details] : [message]
        notify(lines.join('\n'), { type: 'error', ...isLong })
      }),
    [http, notify, translate, t],
  )
}

/** What a server says of its own fault: the problem only to those who work on the code. */
interface Fault {
  readonly request_id?: string
  readonly problem?: string
}
