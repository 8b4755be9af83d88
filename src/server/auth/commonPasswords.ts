/**
 * Whether a password of 12 or more characters is among the first that anybody would try: common words or
 * words about the person with digits and signs around them, a run of keys, a repeated piece, digits alone.
 */
export function isCommon(password: string, about: readonly string[] = []): boolean {
  const text = password.normalize('NFKC').toLowerCase()
  const own = about.flatMap((one) => one.toLowerCase().split(/[^\p{L}\p{N}]+/u))
  return (
    new Set(text).size < 5 ||
    /^(.{1,6})\1+$/u.test(text) ||
    isRun(text) ||
    (text.length <= longestGuess &&
      isMadeOf([...words, ...own.filter((word) => word.length >= 3)], text))
  )
}

/** Beyond this length ("correct horse battery staple") even common words make a good password. */
const longestGuess = 28

/** Whether nearly all of the text lies on pieces of four neighbours of the alphabet, the digits or the keyboard. */
function isRun(text: string): boolean {
  const covered = new Set<number>()
  for (let start = 0; start + 4 <= text.length; start += 1) {
    if (!runs.includes(text.slice(start, start + 4))) continue
    for (const place of [0, 1, 2, 3]) covered.add(start + place)
  }
  return text.length - covered.size <= 3
}

/** Whether nearly nothing is left of the text without the words, "leet" spelling, digits and signs. */
function isMadeOf(known: readonly string[], text: string): boolean {
  const core = text.replaceAll(/^[^\p{L}@$]+|[^\p{L}@$]+$/gu, '')
  const plain = [...core].map((sign) => leet[sign] ?? sign).join('')
  const longestFirst = [...known].sort((one, other) => other.length - one.length)
  const rest = longestFirst.reduce((left, word) => left.replaceAll(word, ''), plain)
  return rest.replaceAll(/[^\p{L}]/gu, '').length <= 2
}

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

const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop[]',
  "asdfghjkl;'",
  'zxcvbnm,./',
  'qwertzuiop',
  'azertyuiop',
  '!@#$%^&*()',
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

/** The words that the lists of leaked passwords are made of, and those that stand on this console's door. */
const words = `
  password passwort passwd pass parola contrasena motdepasse wachtwoord senha salasana parol пароль
  administrator administrador admin root user guest test tester testing demo default master manager
  welcome willkommen bienvenue hello letmein login signin logon access enter open sesame change changeme
  please secret private security secure temp temporary new old my the and for is it you me we
  iloveyou love lovely loveme forever baby angel princess queen king prince superman batman spiderman
  starwars pokemon naruto dragon monkey tiger lion wolf shadow sunshine rainbow flower butterfly cookie
  chocolate banana cheese pepper football soccer baseball basketball hockey liverpool arsenal chelsea
  barcelona madrid yankees ferrari mustang porsche mercedes harley trustno trust nobody whatever freedom
  michael jordan daniel jessica jennifer charlie thomas andrew ashley nicole matthew joshua anthony
  qwerty qwertz azerty asdf asdfgh zxcv zxcvbn qazwsx computer internet samsung apple google facebook
  microsoft windows linkedin amazon summer winter spring autumn monday friday january december company
  business office work correct horse battery staple lead leads leadgate gate broker brokers console crm
`
  .split(/\s+/)
  .filter(Boolean)
