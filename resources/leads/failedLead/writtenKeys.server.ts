import { createHash } from 'node:crypto'

import type { FailedLead } from './failedLead.ts'

type Contacts = Partial<Pick<FailedLead, 'email' | 'alt_email' | 'phone' | 'alt_phone'>>

/** What stands for an e-mail in small letters or the digits of a phone: no list shows the contact itself. */
export const contactKey = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The keys of the contacts that came with a failed lead. */
export const writtenKeys = ({ email, alt_email, phone, alt_phone }: Contacts): string[] => {
  const emails = [email, alt_email].map((one) => one?.trim().toLowerCase())
  const phones = [phone, alt_phone].map((one) => one?.replaceAll(/\D/g, ''))
  return [...new Set([...emails, ...phones].flatMap((one) => (one ? contactKey(one) : [])))]
}
