import { firstMsg } from '../../texts/firstMsg.ts'
import type { DemoAccount } from '../client/session/signIn.ts'
import { localizeMessage } from './login/loginFields.tsx'

interface DemoAccountsProps {
  accounts: readonly DemoAccount[]
  onChoose: (account: DemoAccount) => void
}

/** The sign-ins of a trial; one that is chosen is filled in. */
export function DemoAccounts({ accounts, onChoose }: DemoAccountsProps) {
  return (
    <section className="demo" aria-labelledby="demo-accounts">
      <h2 id="demo-accounts">{localizeMessage(firstMsg('demo_accounts', 'Demo accounts'))}</h2>
      <ul>
        {accounts.map((account) => (
          <li key={account.email}>
            <button type="button" onClick={() => onChoose(account)}>
              <strong>{account.name}</strong>
              <span>{account.email}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
