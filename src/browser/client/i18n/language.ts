export type Direction = 'ltr' | 'rtl'

/** English has the date format of specification 9 and its texts in the code. */
export const speaksEnglish = (locale: string): boolean => /^en(?:-|$)/.test(locale)

/** The direction of a language by its script, where a server does not tell. */
export const directionOf = (locale: string): Direction =>
  /^(?:ar|arc|ckb|dv|fa|he|ks|ps|sd|ug|ur|yi)(?:-|$)/.test(locale) ? 'rtl' : 'ltr'
