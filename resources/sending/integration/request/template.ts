const variable = /\{\{\s{0,20}([\w.[\]-]{0,120})\s{0,20}\}\}/g

/** The names that stand in double braces. */
export const variablesIn = (text: string): string[] =>
  [...text.matchAll(variable)].map(([, name = '']) => name)

/** Whether braces are left that name nothing: `{{first name}}`, `{{`. */
export const hasLooseBraces = (text: string): boolean =>
  /\{\{|\}\}/.test(text.replace(variable, ''))

/** Puts values in the place of names; no code, no loops. */
export const fillTemplate = (text: string, valueOf: (name: string) => string): string =>
  text.replace(variable, (_, name: string) => valueOf(name))
