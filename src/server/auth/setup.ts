import type { Setup } from '#contract'

import type { Backend } from '../kernel/backend.ts'
import { conflict, invalid } from '../kernel/errors.ts'
import { addressBlock } from '../kernel/guard.ts'
import { countTry } from './loginTries.ts'
import { checkNewPassword } from '../kernel/secrets/passwords.ts'
import type { Visitor } from './devices.ts'
import { msg } from '../../texts/serverMsg.ts'
import { hasNoUsers, addAdministrator, isSetupCode } from './firstAdministrator.ts'

/** What the first page needs to know before anybody has signed in. */
export async function readSetup({ config, business, database }: Backend) {
  return {
    needed: await hasNoUsers(database.sql),
    demo_accounts: config.demo ? [...business.demoAccounts] : [],
  }
}

/** Makes the first administrator, once and only with the printed code. */
export async function setUp(
  backend: Backend,
  { code, ...person }: Setup,
  visitor: Visitor,
): Promise<void> {
  const { database } = backend
  if (!(await hasNoUsers(database.sql))) throw closed()
  const limits = [{ key: `setup ${addressBlock(visitor.ip)}`, tries: 30 }]
  const counted = await countTry(database, limits, 'code')
  if (!(await isSetupCode(database.sql, code))) {
    // The first of several at once ends the code for the others.
    if (!(await hasNoUsers(database.sql))) throw closed()
    throw invalid({ code: [msg('this_code_is_wrong_or_has_expired')] })
  }
  await counted.takeBack(database.sql)
  const problem = checkNewPassword(person.password, [person.name, person.email])
  if (problem) throw invalid({ password: [problem] })
  if (!(await addAdministrator(backend, person, visitor))) throw closed()
}

const closed = () => conflict(msg('it_is_set_up_already_sign_in'))
