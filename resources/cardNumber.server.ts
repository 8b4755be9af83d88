import type { ForbiddenText } from '#server'

/** No text of any resource may hold a full card number (product.md 3.3, 15.5). */
export const cardNumber: ForbiddenText = {
  code: 'card_number_found',
  message: 'A full card number must never be stored',
  isIn: (text) => cardsIn(folded(text)).length > 0,
  masked: maskCards,
}

/** The text with each card number as `•••• 1111`. */
function maskCards(text: string): string {
  const plain = folded(text)
  const cards = cardsIn(plain)
  if (cards.length === 0) return text
  let at = 0
  const parts = cards.map(({ from, to }) => {
    const before = plain.slice(at, from)
    at = to
    return `${before}•••• ${plain.slice(from, to).replaceAll(/\D/g, '').slice(-4)}`
  })
  return `${parts.join('')}${plain.slice(at)}`
}

/** Digits of all scripts that people type here as those of ASCII. */
function folded(text: string): string {
  if (!/[^ -~\s]/.test(text)) return text
  return text
    .normalize('NFKC')
    .replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15))
}

/** Where a card number begins and ends. */
interface Place {
  readonly from: number
  readonly to: number
}

const fewestDigits = 13
const mostDigits = 19

/** Groups of digits with at most three signs between two of them. Linear in the length of the text. */
const runs = /\d(?:[^\p{L}\p{N}]{0,3}\d)*/gu

function cardsIn(text: string): Place[] {
  if (text.length < fewestDigits) return []
  return [...text.matchAll(runs)].flatMap(({ 0: run, index }) =>
    run.length < fewestDigits ? [] : cardsInRun(run, index),
  )
}

/** The card numbers among the groups of a run, from left to right; none lies in another. */
function cardsInRun(run: string, offset: number): Place[] {
  const groups = [...run.matchAll(/\d+/g)].map(({ 0: digits, index }) => ({ digits, index }))
  const cards: Place[] = []
  for (let first = 0; first < groups.length; first += 1) {
    const last = lastOfCard(run, groups, first)
    const [from, to] = [groups[first], last === undefined ? undefined : groups[last]]
    if (last === undefined || !from || !to) continue
    cards.push({ from: offset + from.index, to: offset + to.index + to.digits.length })
    first = last
  }
  return cards
}

interface Group {
  readonly digits: string
  readonly index: number
}

/** No card begins with 0 or 20; those with 1 are left out, as every time in milliseconds begins with it. */
const beginning = /^(?:2[1-9]|[3-9])/

/** One sign that people put between the digits of one number, not between numbers, as commas. */
const withinNumber = /^[\s\p{Pd}\p{Cf}._/\\·•*~+=']$/u

/** How card numbers are printed. Between such groups anything may stand. */
const printed: ReadonlySet<string> = new Set(['4-4-4-4', '4-4-4-4-3', '4-6-5', '4-6-4', '8-8'])

function lastOfCard(run: string, groups: readonly Group[], first: number): number | undefined {
  let digits = ''
  let isOneNumber = true
  const sizes: number[] = []
  for (let last = first; last < groups.length; last += 1) {
    const group = groups[last]
    const before = groups[last - 1]
    if (!group) return undefined
    if (before && last > first) {
      isOneNumber &&= withinNumber.test(run.slice(before.index + before.digits.length, group.index))
    }
    digits += group.digits
    sizes.push(group.digits.length)
    if (digits.length > mostDigits) return undefined
    const isWhole = digits.length >= fewestDigits && (isOneNumber || printed.has(sizes.join('-')))
    if (isWhole && beginning.test(digits) && passesLuhn(digits)) return last
  }
  return undefined
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
