import type { Backend } from './kernel/backend.ts'

/** Returns what is printed once the server listens: its address and, where there is a demo with accounts, how to sign in. */
export function announcement(
  { config, business }: { config: Pick<Backend['config'], 'demo'>; business: Accounts },
  address: string,
): string {
  const width = Math.max(...business.demoAccounts.map(({ email }) => email.length))
  const accounts = business.demoAccounts.map(
    ({ name, email, password }) => `  ${email.padEnd(width)}  ${password}  ${name}`,
  )
  const hasDemo = config.demo && accounts.length > 0
  const demo = hasDemo ? ['Demo sign-ins:', ...accounts] : []
  return `\n${[`Leadgate is ready at ${address}`, ...demo].join('\n')}\n`
}

type Accounts = Pick<Backend['business'], 'demoAccounts'>
