/** Begins where a word begins, so that each word is read once. */
const email = /(?<![^\s@<>"',;:()])[^\s@<>"',;:()]+@[^\s@<>"',;:()]+/g
const number = /\+?\d(?:[\s().-]{0,2}\d){6,}/g

/** The first characters of a broker's words without what could be an e-mail address or a phone number: not all who read them may see these. */
export const withoutContacts = (text: string, maxCharacters = 2_000): string =>
  text.slice(0, maxCharacters).replace(email, '•••@•••').replace(number, '•••')
