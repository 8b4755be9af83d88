import { longestKey, type FailedLead } from './failedLead.ts'

type Contacts = Partial<Pick<FailedLead, 'email' | 'alt_email' | 'phone' | 'alt_phone'>>

/** The e-mails in small letters and the digits of the phones that came with a failed lead. */
export const writtenKeys = ({ email, alt_email, phone, alt_phone }: Contacts): string[] => {
  const emails = [email, alt_email].map((one) => one?.trim().toLowerCase())
  const phones = [phone, alt_phone].map((one) => one?.replaceAll(/\D/g, ''))
  const all = [...emails, ...phones].flatMap((one) => one || [])
  return [...new Set(all)].filter((one) => one.length <= longestKey)
}
