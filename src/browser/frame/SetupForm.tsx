import { firstMsg } from '../../texts/firstMsg.ts'
import { client } from '../client/http/http.ts'
import { signIn } from '../client/session/signIn.ts'
import { useSubmit } from '../ui/useSubmit.ts'
import { Field, FormFrame, PasswordField } from './login/loginFields.tsx'

/** Makes the first administrator, with the code that the server printed when it started. */
export function SetupForm({ onSignedIn }: { onSignedIn: () => void }) {
  const { errors, ...state } = useSubmit((values) => setUp(values).then(onSignedIn))
  return (
    <FormFrame
      title={firstMsg('set_up_the_console', 'Set up the console')}
      intro={firstMsg(
        'nobody_can_sign_in_yet_make_the',
        'Nobody can sign in yet. Make the first administrator.',
      )}
      button={firstMsg('make_administrator', 'Make administrator')}
      busy={firstMsg('one_moment', 'One moment …')}
      {...state}
    >
      <div>
        <Field
          name="code"
          label={firstMsg('set_up_code', 'Set-up code')}
          autoComplete="off"
          autoFocus
          help={firstMsg(
            'the_server_printed_it_when_it_started',
            'The server printed it when it started.',
          )}
          error={errors['code']}
        />
        <Field
          name="name"
          label={firstMsg('name', 'Name')}
          autoComplete="name"
          error={errors['name']}
        />
        <Field
          name="email"
          type="email"
          label={firstMsg('e_mail', 'E-mail')}
          autoComplete="username"
          error={errors['email']}
        />
        <PasswordField
          name="password"
          label={firstMsg('password', 'Password')}
          autoComplete="new-password"
          help={firstMsg('at_least_12_characters', 'At least 12 characters')}
          error={errors['password']}
        />
      </div>
    </FormFrame>
  )
}

/** Makes the first administrator, in the time zone of this browser, and signs in as such. */
async function setUp(values: Record<string, string>): Promise<void> {
  const { timeZone: timezone } = Intl.DateTimeFormat().resolvedOptions()
  await client.json('/setup', { method: 'POST', body: { ...values, timezone } })
  await signIn(values)
}
