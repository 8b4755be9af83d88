/** A text for an address or a form; halves of characters, which a change may have cut, are left out. */
export const encodeText = (text: string): string => encodeURIComponent(text.replace(/\p{Cs}/gu, ''))

/** A text for a header: on one line, and of the signs that a header may hold. */
export const headerText = (text: string): string =>
  text.replace(/[^ -~]/gu, (sign) => (/\s/.test(sign) ? ' ' : encodeText(sign)))
