import { cardNumber } from '../../../cardNumber.server.ts'
import { withoutContacts } from './withoutContacts.ts'

/** A broker's word for a status, as all who see leads read it: brokers write what they like. A number alone is a code of theirs. */
export function storedStatus(text: string): string {
  const status = cardNumber.masked(text)
  return /^\d+$/.test(status) ? status : withoutContacts(status)
}
