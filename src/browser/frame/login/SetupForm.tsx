import { setUp } from '../../client/session/signIn.ts'
import { useSubmit } from '../../ui/useSubmit.ts'
import { FormFrame, Field, PasswordField } from './loginFields.tsx'

/** Makes the first administrator, with the code that the server printed when it started. */
export function SetupForm({ onSignedIn }: { onSignedIn: () => void }) {
  const { errors, ...state } = useSubmit((values) => setUp(values).then(onSignedIn))
  return (
    <FormFrame
      title="Set up Leadgate"
      intro="Nobody can sign in yet. Make the first administrator."
      button="Make administrator"
      busy="One moment …"
      {...state}
    >
      <div>
        <Field
          name="code"
          label="Set-up code"
          autoComplete="off"
          autoFocus
          help="The server printed it when it started."
          error={errors['code']}
        />
        <Field name="name" label="Name" autoComplete="name" error={errors['name']} />
        <Field
          name="email"
          type="email"
          label="E-mail"
          autoComplete="username"
          error={errors['email']}
        />
        <PasswordField
          name="password"
          label="Password"
          autoComplete="new-password"
          help="At least 12 characters"
          error={errors['password']}
        />
      </div>
    </FormFrame>
  )
}
