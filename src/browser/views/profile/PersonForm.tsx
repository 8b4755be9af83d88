import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useMemo, useState } from 'react'
import { Form, FormDataConsumer, SaveButton, useNotify, useStore } from 'react-admin'

import { useSession, session, type Profile } from '../../client/session/session.ts'
import { useUser } from '../../client/session/user.ts'
import { KeepUnsaved } from '../../ui/unsaved.ts'
import { type Problem, problemOf } from '../../client/http/problem.ts'
import { isChanged } from '../forms/values/formValues.ts'
import { useT } from '../../client/i18n/texts.ts'
import { Failed } from '../../ui/states/StatePanels.tsx'
import { ChangeEmail } from './ChangeEmail.tsx'
import { LanguageInput, NameInput, PageSizeInput, ReadOnly, ZoneInput } from './inputs.tsx'
import { Section } from './Section.tsx'
import { merged } from '../../client/session/profileRefresh.ts'
import { useProvider } from '../../client/records/provider.ts'
import english from '../../../texts/en/profile.json'

/** Name, e-mail address and settings; without `user.profile.update` only to read. */
export function PersonForm() {
  const t = useT(english)
  const person = usePerson()
  const { permissions } = useUser()
  const mayUpdate = permissions.has('user.profile.update')
  const { problem, submit } = useSubmitPerson()
  return (
    <Section title={t('personal')}>
      <Form record={person} onSubmit={submit} noValidate disableInvalidFormNotification>
        <Box sx={{ display: 'grid', gap: 2 }}>
          <FormDataConsumer<Person>>
            {({ formData }) => (
              <KeepUnsaved isUnsaved={isChanged(names, { ...formData }, { ...person })} />
            )}
          </FormDataConsumer>
          {problem && <Failed problem={problem} />}
          <NameInput disabled={!mayUpdate} />
          <Email />
          <LanguageInput disabled={!mayUpdate} />
          <ZoneInput disabled={!mayUpdate} />
          <PageSizeInput disabled={!mayUpdate} />
          {mayUpdate && (
            <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
              {/* One that is off as soon as it is saved would lose the focus. */}
              <SaveButton alwaysEnable label={t('save')} />
            </Box>
          )}
        </Box>
      </Form>
    </Section>
  )
}

/** To be changed in a dialog of its own, by those who may change addresses at all. */
function Email() {
  const t = useT(english)
  const { email, permissions } = useUser()
  const [isChanging, setChanging] = useState(false)
  const label = t('email')
  if (!permissions.has('management.user.update')) {
    const help = t('email_fixed')
    return <ReadOnly {...{ label, help }} value={email} />
  }
  return (
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
      <ReadOnly {...{ label }} value={email} />
      <Button onClick={() => setChanging(true)} sx={{ flexShrink: 0, height: 40 }}>
        {t('change_it')}
      </Button>
      {isChanging && <ChangeEmail onClose={() => setChanging(false)} />}
    </Box>
  )
}

const names = ['name', 'locale', 'timezone', 'per_page'] as const

/** The same object while nothing in it changes: a refreshed profile must not undo what is being typed. */
function usePerson(): Person {
  const { name = '', settings = {} } = useSession() ?? {}
  const locale = String(settings['locale'] ?? 'en')
  const timezone = String(settings['timezone'] ?? 'UTC')
  const per_page = Number(settings['per_page'] ?? 25)
  return useMemo(() => ({ name, locale, timezone, per_page }), [name, locale, timezone, per_page])
}

/** What users may change of themselves. */
interface Person {
  readonly name: string
  readonly locale: string
  readonly timezone: string
  readonly per_page: number
}

/** In one call, which is refused or done as a whole; the console follows at once. */
function useSubmitPerson() {
  const t = useT(english)
  const notify = useNotify()
  const provider = useProvider()
  const [, setLocale] = useStore<string>('locale')
  const [problem, setProblem] = useState<Problem>()
  const submit = async (person: Partial<Person>) => {
    setProblem(undefined)
    try {
      const { data } = await provider.call<Partial<Profile>>('PUT', '/profile', person)
      const known = session.read()
      if (known) session.write({ ...known, ...merged(known, data) })
      // The first page speaks the language last chosen in this browser.
      if (person.locale !== known?.settings['locale']) setLocale(String(person.locale))
      notify(t('profile_saved'), { type: 'success' })
      return undefined
    } catch (error) {
      const refused = problemOf(error)
      if (Object.keys(refused.errors).length > 0) return refused.errors
      setProblem(refused)
      return { root: refused.message }
    }
  }
  return { problem, submit }
}
