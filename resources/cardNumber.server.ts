import type { ForbiddenText } from '#server'

/** No text of any resource may hold a full card number (product.md 3.3, 15.5). */
export const cardNumber: ForbiddenText = {
  code: 'card_number_found',
  message: 'A full card number must never be stored',
  isIn: (text) => !isHash(text) && cardsIn(folded(text)).length > 0,
  masked: maskCards,
}

/** A SHA-256 in letters and digits: every hundredth one has digits that would pass for a card. */
const isHash = (text: string) => /^(?=.*[a-f])[\da-f]{64}$/i.test(text)

/** The text with each card number as `•••• 1111`. */
function maskCards(text: string): string {
  if (isHash(text)) return text
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
interface Span {
  readonly from: number
  readonly to: number
}

const fewestDigits = 13
const maxDigits = 19

/** Groups of digits with at most three signs between two of them. Linear in the length of the text. */
const runs = /\d(?:[^\p{L}\p{N}]{0,3}\d)*/gu

function cardsIn(text: string): Span[] {
  if (text.length < fewestDigits) return []
  return [...text.matchAll(runs)].flatMap(({ 0: run, index }) =>
    run.length < fewestDigits ? [] : cardsInRun(run, index),
  )
}

/** The card numbers among the groups of a run, from left to right; none lies in another. */
function cardsInRun(run: string, offset: number): Span[] {
  const { groups, digits } = groupsOf(run)
  const cards: Span[] = []
  for (let first = 0; first < groups.length; first += 1) {
    const last = lastOfCard(groups, digits, first)
    const [from, to] = [groups[first], last === undefined ? undefined : groups[last]]
    if (last === undefined || !from || !to) continue
    cards.push({ from: offset + from.index, to: offset + to.index + to.size })
    first = last
  }
  return cards
}

/** Digits without a sign between them. */
interface Group {
  readonly index: number
  readonly size: number
  /** The place of its first digit among all of the run. */
  readonly begin: number
  /** What stands before it may stand within a number. */
  readonly isJoined: boolean
}

/** Everything that is asked of a group is found out once: a row of a file may have a million of them. */
function groupsOf(run: string): { groups: Group[]; digits: Uint8Array } {
  const digits = new Uint8Array(run.length)
  const groups: Group[] = []
  const known = new Map<string, boolean>()
  let begin = 0
  let gap = 0
  for (let index = 0; index < run.length;) {
    const end = endOfDigits(run, index)
    for (let at = index; at < end; at += 1) digits[begin + at - index] = run.charCodeAt(at) - zero
    const between = run.slice(gap, index)
    const isJoined = known.get(between) ?? withinNumber.test(between)
    known.set(between, isJoined)
    groups.push({ index, size: end - index, begin, isJoined })
    begin += end - index
    gap = end
    index = end
    while (index < run.length && !isDigitAt(run, index)) index += 1
  }
  return { groups, digits }
}

const zero = 48

function isDigitAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code >= zero && code < zero + 10
}

function endOfDigits(text: string, from: number): number {
  let end = from
  while (end < text.length && isDigitAt(text, end)) end += 1
  return end
}

/** No card begins with 0 or 20; those with 1 are left out, as every time in milliseconds begins with it. */
const mayBegin = (first = 0, second = 0): boolean => first > 2 || (first === 2 && second > 0)

/** One sign that people put between the digits of one number, not between numbers, as commas. */
const withinNumber = /^[\s\p{Pd}\p{Cf}._/\\·•*~+=']$/u

/** How card numbers are printed. Between such groups anything may stand. */
const printed: ReadonlySet<string> = new Set(['4-4-4-4', '4-4-4-4-3', '4-6-5', '4-6-4', '8-8'])
const mostPrinted = 5

function lastOfCard(
  groups: readonly Group[],
  digits: Uint8Array,
  first: number,
): number | undefined {
  const { begin = 0 } = groups[first] ?? {}
  if (!mayBegin(digits[begin], digits[begin + 1])) return undefined
  let isOneNumber = true
  let size = 0
  for (let last = first; last < groups.length; last += 1) {
    const group = groups[last]
    if (!group) return undefined
    size += group.size
    if (size > maxDigits) return undefined
    isOneNumber &&= last === first || group.isJoined
    if (!isOneNumber && last - first >= mostPrinted) return undefined
    if (size < fewestDigits || !(isOneNumber || isPrinted(groups.slice(first, last + 1)))) continue
    if (passesLuhn(digits, begin, begin + size)) return last
  }
  return undefined
}

const isPrinted = (groups: readonly Group[]): boolean =>
  printed.has(groups.map(({ size }) => size).join('-'))

function passesLuhn(digits: Uint8Array, from: number, to: number): boolean {
  let sum = 0
  for (let at = to - 1; at >= from; at -= 1) {
    const digit = digits[at] ?? 0
    const doubled = (to - 1 - at) % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}
