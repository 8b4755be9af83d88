/** A word of a POSIX shell that stands for the text itself, whatever is in it. */
export const shellWord = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
