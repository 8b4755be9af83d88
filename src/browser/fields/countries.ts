const names = new Intl.DisplayNames(['en'], { type: 'region' })

/** The name of a country by its two-letter code; the code itself when there is none. */
export const countryName = (code: string): string => {
  try {
    return names.of(code) ?? code
  } catch {
    return code
  }
}

/** The flag of a country as the emoji that its two letters make. */
export const flagOf = (code: string): string =>
  String.fromCodePoint(...Array.from(code, (letter) => 0x1_f1_a5 + letter.charCodeAt(0)))
