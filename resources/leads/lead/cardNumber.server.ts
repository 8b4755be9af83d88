/**
 * 13 to 19 digits in a row, with spaces or hyphens between them at most. No card begins with 0; those with 1
 * are left out because every time in milliseconds is a number of 13 digits that begins with it.
 */
const candidate = /(?<![\d])[2-9](?:[ -]?\d){12,18}(?![\d])/g

/** Whether a text holds what can only be a full card number (product.md 3.3, 15.5). */
export function holdsCardNumber(text: string): boolean {
  if (text.length < 13) return false
  return (text.match(candidate) ?? []).some((found) => passesLuhn(found.replaceAll(/\D/g, '')))
}

function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits[digits.length - 1 - place])
    const doubled = place % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}
