/** How the user in front of the console reads dates and numbers. */
export interface DisplayLocale {
  readonly locale: string
  /** The user's time zone; that of the browser when undefined. */
  readonly zone: string | undefined
}

let current: DisplayLocale = { locale: 'en', zone: undefined }

export const displayLocale = (): DisplayLocale => current

/**
 * Sets the language and time zone of everything that is written after. Cells are written by the hundred, so
 * they ask no context; what is on the screen is drawn anew by the caller.
 */
export function setDisplayLocale({ locale, zone }: DisplayLocale): void {
  current = { locale, zone: zone && isZone(zone) ? zone : undefined }
}

/** A number as people read it: `1,234.5`. */
export const numberText = (value: number): string => numberFormat(current.locale).format(value)

/** A number of which only the first four digits are meant: `1,235,000`. */
export const roundedText = (value: number): string =>
  numberFormat(current.locale, { maximumSignificantDigits: 4 }).format(value)

/** An amount with two decimals unless said, with its currency where it has one. */
export function amountText(value: number, currency = '', minimumFractionDigits = 2): string {
  const style = currency ? ({ style: 'currency', currency } as const) : {}
  return numberFormat(current.locale, { minimumFractionDigits, ...style }).format(value)
}

export const percentText = (percent: number): string =>
  numberFormat(current.locale, { style: 'percent' }).format(percent / 100)

/** Short things in a row, with the comma of the script. */
export const listText = (texts: readonly string[]): string =>
  texts.join(/^(?:ar|ckb|fa|ps|sd|ug|ur)\b/.test(current.locale) ? '، ' : ', ')

/** Formats cost much to make and little to use: each is made once. */
export function memoize<Arguments extends unknown[], Made>(
  make: (...given: Arguments) => Made,
): (...given: Arguments) => Made {
  const made = new Map<string, Made>()
  return (...given) => {
    const key = JSON.stringify(given)
    const known = made.get(key) ?? make(...given)
    made.set(key, known)
    return known
  }
}

export const numberFormat = memoize(
  (locale: string, options: Intl.NumberFormatOptions = {}) =>
    new Intl.NumberFormat(tagOf(locale), options),
)

/**
 * The language with the digits and the calendar of identifiers, phone numbers and files, unless its own tag
 * asks for others. English for what is no language.
 */
export function tagOf(locale: string): string {
  try {
    const { numberingSystem = 'latn', calendar = 'gregory' } = new Intl.Locale(locale)
    return new Intl.Locale(locale, { numberingSystem, calendar }).toString()
  } catch {
    return 'en'
  }
}

const isZone = memoize((zone: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
})

export type Direction = 'ltr' | 'rtl'

/** English has a date format of its own, `MMM DD, YYYY`, and its texts in the code. */
export const speaksEnglish = (locale: string): boolean => /^en(?:-|$)/.test(locale)

/** The direction of a language by its script, where a server does not tell. */
export const directionOf = (locale: string): Direction =>
  /^(?:ar|arc|ckb|dv|fa|he|ks|ps|sd|ug|ur|yi)(?:-|$)/.test(locale) ? 'rtl' : 'ltr'
