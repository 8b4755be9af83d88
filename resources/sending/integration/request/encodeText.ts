/** A text for an address or a form; halves of characters, which a change may have cut, are left out. */
export const encodeText = (text: string): string => encodeURIComponent(text.replace(/\p{Cs}/gu, ''))
