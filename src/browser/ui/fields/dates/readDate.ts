import { isDay, localTime } from '#schema'

import { memoize, displayLocale, speaksEnglish, tagOf } from '../../../client/i18n/formats.ts'
import { localText, dayText } from './dates.tsx'
import { zoneName } from './zones.ts'

/**
 * The day that a typed or pasted text names, as `YYYY-MM-DD`: as dates are shown, with the month as a word of the
 * reader's language or of English, as ISO 8601, or in figures in the order of the language. Undefined for any other
 * text: in English `5/6/2026` is two days, and is never guessed.
 */
export function readDay(text: string): string | undefined {
  const { monthByWord, otherWords, order } = wordsOf(displayLocale().locale)
  const parts = partsOf(withPlainDigits(text))
  const isFigure = (part: string) => /^\d/.test(part)
  const figures = parts.filter(isFigure)
  const words = parts.filter((part) => !isFigure(part) && !otherWords.has(part))
  const months = new Set(words.map((word) => monthNamed(word, monthByWord)))
  const [month] = months
  const ordered =
    words.length === 0
      ? inOrder(figures, order)
      : months.size === 1 && month && figures.length === 2
        ? aroundMonth(figures, month)
        : undefined
  const day = ordered?.map((part) => part.padStart(2, '0')).join('-')
  return day && isDay(day) ? day : undefined
}

/** Figures, and words with the dots within them. */
const partsOf = (text: string): readonly string[] =>
  text.toLowerCase().match(/\d+|[\p{L}\p{M}]+(?:\.[\p{L}\p{M}]+)*/gu) ?? []

const clock = /(?:^|[\s,،(T])(\d{1,2})[:.](\d\d)(?:[:.](\d\d))?(?![\d.:])(?: ?([ap])\.?m\b\.?)?/i

/**
 * The local time that a text names, as `YYYY-MM-DDTHH:mm:ss`: midnight for a day alone. What names its own zone,
 * `2026-01-31T14:30:00Z`, is turned to the reader's.
 */
export function readMoment(text: string): string | undefined {
  const written = withPlainDigits(text).trim()
  if (/^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:?\d\d)$/i.test(written)) {
    const time = Date.parse(written)
    return Number.isNaN(time) ? undefined : localTime(time, zoneName())
  }
  const time = clock.exec(written)
  const day = readDay(time ? written.replace(time[0], ' ') : written)
  const hours = time ? hoursOf(time) : '00:00:00'
  return day && hours && `${day}T${hours}`
}

/** The time of day that a text names, as `HH:mm`: `9`, `9:30`, `0930`, `9 pm`. */
export function readTime(text: string): string | undefined {
  const written = withPlainDigits(text)
    .trim()
    .replace(/^(\d{1,2})(\d\d)(?= ?(?:[ap]\.?m\.?)?$)/i, '$1:$2')
    .replace(/^(\d{1,2})(?=(?: ?[ap]\.?m\.?)?$)/i, '$1:00')
  const time = clock.exec(written)
  return time?.[0] === written && !Number(time[3]) ? hoursOf(time)?.slice(0, 5) : undefined
}

/** `HH:mm:ss` of what `clock` found. */
function hoursOf([, hour = '', minute = '', second = '00', half]: RegExpExecArray) {
  const given = Number(hour)
  if (half && (given < 1 || given > 12)) return undefined
  const hours = half ? (given % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : given
  if (hours > 23 || Number(minute) > 59 || Number(second) > 59) return undefined
  return `${String(hours).padStart(2, '0')}:${minute}:${second}`
}

type Order = 'ymd' | 'dmy' | 'mdy' | undefined

function inOrder(figures: readonly string[], order: Order): string[] | undefined {
  const [first = '', second = '', third = ''] = figures
  if (figures.length === 1 && first.length === 8) {
    return [first.slice(0, 4), first.slice(4, 6), first.slice(6)]
  }
  if (figures.length !== 3) return undefined
  if (first.length === 4) return [first, second, third]
  if (third.length !== 4) return undefined
  const isDayFirst = order ? order === 'dmy' : Number(first) > 12
  const isClear =
    order !== undefined || first === second || Number(first) > 12 || Number(second) > 12
  if (!isClear) return undefined
  return isDayFirst ? [third, second, first] : [third, first, second]
}

/** The year has four figures, and stands on one side of the month's name or the other. */
function aroundMonth([one = '', other = '']: readonly string[], month: number) {
  const [year, day] = one.length === 4 ? [one, other] : [other, one]
  return year.length === 4 && day.length <= 2 ? [year, String(month), day] : undefined
}

/** A month by its name, or by three letters and more that begin no other's. */
function monthNamed(word: string, monthByWord: ReadonlyMap<string, number>): number | undefined {
  const known = monthByWord.get(word)
  if (known !== undefined || word.length < 3) return known
  const begun = [...monthByWord].filter(([name]) => name.startsWith(word))
  const months = new Set(begun.map(([, month]) => month))
  return months.size === 1 ? [...months][0] : undefined
}

/** The words of a language's dates: those that name one month, and those that stand in all dates. */
const wordsOf = memoize((locale: string) => {
  const monthsByWord = new Map<string, Set<number>>()
  for (let month = 1; month <= 12; month++) {
    for (const word of partsOf(datesIn(locale, month).join(' '))) {
      monthsByWord.set(word, new Set([...(monthsByWord.get(word) ?? []), month]))
    }
  }
  const isOfOne = ([, months]: [string, Set<number>]) => months.size === 1
  const words = [...monthsByWord]
  return {
    monthByWord: new Map(words.filter(isOfOne).map(([word, [month = 0]]) => [word, month])),
    otherWords: new Set(words.filter((one) => !isOfOne(one)).map(([word]) => word)),
    order: speaksEnglish(locale) ? undefined : orderOf(locale),
  }
})

/** A day of a month as dates are shown, and as people write it. */
function datesIn(locale: string, month: number): string[] {
  const day = `2026-${String(month).padStart(2, '0')}-20`
  const named = (tag: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(tag, { ...options, timeZone: 'UTC' }).format(Date.parse(day))
  const tag = tagOf(locale)
  return [
    dayText(day),
    localText(`${day}T10:20:30`),
    named(tag, { dateStyle: 'long' }),
    named(tag, { month: 'long' }),
    named(tag, { month: 'short' }),
    named('en', { month: 'long' }),
    named('en', { month: 'short' }),
  ]
}

/** The order in which a language writes a day in figures. */
function orderOf(locale: string): Order {
  const parts = new Intl.DateTimeFormat(tagOf(locale)).formatToParts(0)
  const letters = parts.map(
    ({ type }) => ({ year: 'y', month: 'm', day: 'd' })[type as string] ?? '',
  )
  const order = letters.join('')
  return order === 'dmy' || order === 'mdy' ? order : order === 'ymd' ? 'ymd' : undefined
}

/** The figures of every script as those of Latin. */
const withPlainDigits = (text: string) =>
  text.normalize('NFKC').replaceAll(/(?!\d)\p{Nd}/gu, (figure) => String(figureOf(figure)))

/** In every script the figures stand in one row, from 0 on. */
function figureOf(figure: string): number {
  const code = figure.codePointAt(0) ?? 0
  let first = code
  while (code - first < 9 && /\p{Nd}/u.test(String.fromCodePoint(first - 1))) first--
  return code - first
}
