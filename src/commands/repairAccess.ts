import { loadBusiness } from '../server/kernel/business.ts'
import { readConfig } from '../server/kernel/config.ts'
import { createLog } from '../server/kernel/log.ts'
import { openBackend } from '../server/process.ts'
import { emailAddress } from '#contract'
import { repairAccess } from '../server/auth/repair.ts'
import { runCommand } from './command.ts'

// npm run access:repair -- E-MAIL
await runCommand(() => repair(process.argv[2]))

async function repair(address: string | undefined): Promise<void> {
  const { data: email } = emailAddress.safeParse(address)
  if (!email) throw new Error('Usage: npm run access:repair -- admin@example.com')
  // Like a process that only works: it makes no demo, no administrator of the settings and prints no set-up code.
  const config = {
    ...readConfig(process.env),
    demo: false,
    admin: undefined,
    role: 'worker',
  } as const
  const backend = await openBackend(await loadBusiness(), config, createLog('error'))
  try {
    const { password, isNew, role } = await repairAccess(backend, email)
    console.log(`
${isNew ? 'A new account was made' : 'The account is active and has a new password'}: ${email}, with the role "${role}".
One-time password: ${password}
The first sign-in asks for another one.`)
  } finally {
    await backend.database.close()
  }
}
