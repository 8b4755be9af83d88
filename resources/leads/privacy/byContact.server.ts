import { compareMasked, invalid, type Context } from '#server'

import { lead } from '../lead/lead.ts'
import { erasePerson } from './erase.server.ts'
import { personBy, type Sought } from './person.server.ts'
import { personData } from './personData.server.ts'
import { msg } from '../../msg.server.ts'

interface Asked {
  /** An e-mail address, or a phone with its country code. */
  readonly contact: string
}

/** What is stored of the person with a contact, also where no lead shows them. */
export async function dataByContact(
  { contact, format }: Asked & { readonly format: 'json' | 'csv' },
  context: Context,
) {
  return orNobody(await personData(await soughtBy(contact, context), format, context))
}

/** Erases the person with a contact. */
export async function eraseByContact(
  { contact, reason }: Asked & { readonly reason: string },
  context: Context,
) {
  return orNobody(await erasePerson(await soughtBy(contact, context), reason, context))
}

/** Throws 422 for what is no contact. A user who sees contacts masked has used up one of their comparisons. */
async function soughtBy(contact: string, context: Context): Promise<Sought> {
  const sought = personBy(contact, context.backend)
  if (!sought) throw invalid({ contact: [msg('enter_an_e_mail_or_a_phone')] })
  const [{ type, texts } = { type: 'email', texts: [] }] = sought.contacts
  await compareMasked(lead, { [type]: texts.at(-1) }, context)
  return sought
}

function orNobody<Answer>(answer: Answer | undefined): Answer {
  if (answer === undefined) throw invalid({ contact: [msg('nothing_is_kept_of_this_person')] })
  return answer
}
