import { createRequire } from 'node:module'

// The package's module for `import` names its own files without their endings, which Node does not take.
const common: { dictionary: Readonly<Record<string, readonly string[]>> } = createRequire(
  import.meta.url,
)('@zxcvbn-ts/language-common')

/** Tries, as a power of ten, that a guess must cost at least. */
const enough = 8

/**
 * Whether a password of 12 or more characters is among the first hundred million that somebody would try who knows
 * the leaked passwords, the keyboard and words about the person. Takes time in proportion to at most 64 characters.
 */
export function isCommon(password: string, about: readonly string[] = []): boolean {
  const text = password.normalize('NFKC').toLowerCase()
  const own = about.flatMap((one) => one.toLowerCase().split(/[^\p{L}\p{N}]+/u))
  return (
    new Set(text).size < 5 ||
    /^(.{1,6})\1+$/u.test(text) ||
    !/\p{L}/u.test(text) ||
    triesFor(text.slice(0, 64), new Set(own.filter((word) => word.length >= 3))) < enough
  )
}

/** The tries that the cheapest way to put the text together needs, as a power of ten. */
function triesFor(text: string, own: ReadonlySet<string>): number {
  const plain = spelled(text, leet)
  const keys = spelled(text, unshifted)
  const costs = [0]
  for (let end = 1; end <= text.length; end += 1) {
    let best = (costs[end - 1] ?? 0) + costOfSign(text, end - 1)
    for (let start = Math.max(0, end - longestPiece); start <= end - 2; start += 1) {
      const pieces = [text, plain].map((one) => costOfWord(one.slice(start, end), own))
      const cost = Math.min(...pieces, costOfRun(keys.slice(start, end)))
      best = Math.min(best, (costs[start] ?? 0) + cost + joint)
    }
    costs.push(best)
  }
  return costs[text.length] ?? 0
}

const longestPiece = 30
/** What one more piece costs: there are as many orders as pieces, and more or fewer of them. */
const joint = 0.4

function costOfWord(piece: string, own: ReadonlySet<string>): number {
  if (own.has(piece) || guessedWords.has(piece)) return 0
  if (smallWords.has(piece)) return 1
  if (/^(?:19|20)\d\d$/.test(piece)) return 1.5
  const rank = ranks().get(piece)
  return rank === undefined ? Number.POSITIVE_INFINITY : Math.log10(rank)
}

/** A stretch of keys or letters that lie side by side. */
const costOfRun = (piece: string) =>
  piece.length >= 3 && runs.includes(piece) ? 1.5 : Number.POSITIVE_INFINITY

function costOfSign(text: string, at: number): number {
  const sign = text.charAt(at)
  if (at > 0 && sign === text.charAt(at - 1)) return 0.3
  if (/\p{N}/u.test(sign)) return 1
  return /\p{L}/u.test(sign) ? 1.4 : 1.2
}

let known: ReadonlyMap<string, number> | undefined
const ranks = () =>
  (known ??= new Map(
    Object.values(common.dictionary).flatMap((list) => list.map((word, rank) => [word, rank + 1])),
  ))

const spelled = (text: string, signs: Readonly<Record<string, string>>) =>
  text.replaceAll(/./gsu, (sign) => signs[sign] ?? sign)

const leet: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

const unshifted = Object.fromEntries(
  [...'!@#$%^&*()'].map((sign, at) => [sign, String((at + 1) % 10)]),
)

const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop[]',
  "asdfghjkl;'",
  'zxcvbnm,./',
  'qwertzuiop',
  'azertyuiop',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  'qazwsxedcrfvtgbyhnujm',
  'zaq12wsxcde34rfvbgt5',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  'йцукенгшщзхъ',
  'фывапролджэ',
  'ячсмитьбю',
]
const runs = rows.flatMap((row) => [row, [...row].toReversed().join('')]).join('\n')

/** What stands on this console's door, and the passphrase of a well-known drawing. */
const guessedWords = new Set(
  'leadgate lead leads gate broker brokers console crm admin administrator correct horse battery staple'.split(
    ' ',
  ),
)

/** Words that carry a sentence; lists of leaked passwords lack them because they are short. */
const smallWords = new Set(
  `a an and are for i in is it my me new no not of old on or our please so that the this to
  try we what with yes you your`.split(/\s+/),
)
