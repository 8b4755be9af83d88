/** Begins where a word begins, so that each word is read once. */
const email = /(?<![^\s@<>"',;:()])[^\s@<>"',;:()]+@[^\s@<>"',;:()]+/g
const number = /\+?\d(?:[\s().-]{0,2}\d){6,}/g

/** A broker's words without what could be an e-mail address or a phone number: not all who read them may see these. */
export const withoutContacts = (text: string): string =>
  text.slice(0, 2_000).replace(email, '•••@•••').replace(number, '•••')
