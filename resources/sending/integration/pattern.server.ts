import { createContext, Script, type Context } from 'node:vm'

/** Most characters of a text that a pattern is held against. */
const longestText = 65_536

/** A pattern that takes longer is of the kind that never ends. */
const timeoutMs = 100

let context: Context | undefined

const test = new Script('new RegExp(pattern, "i").test(text)')
const replace = new Script('text.replace(new RegExp(pattern, "gi"), to)')

/** Whether a text matches a pattern that somebody wrote. Undefined when the pattern is wrong or takes too long. */
export function matchesPattern(text: string, pattern: string): boolean | undefined {
  const answer = run(test, { text: text.slice(0, longestText), pattern })
  return typeof answer === 'boolean' ? answer : undefined
}

/** Replaces every match; leaves the text as it is when the pattern is wrong or takes too long. */
export function replacePattern(text: string, pattern: string, to: string): string {
  const answer = run(replace, { text: text.slice(0, longestText), pattern, to })
  return typeof answer === 'string' ? answer : text
}

/** Whether a text is a pattern at all. */
export const isPattern = (pattern: string): boolean => matchesPattern('', pattern) !== undefined

/** In a context of its own, because only there a time limit ends a pattern that runs away. */
function run(script: Script, values: Readonly<Record<string, string>>): unknown {
  context ??= createContext(Object.create(null))
  try {
    Object.assign(context, values)
    return script.runInContext(context, { timeout: timeoutMs })
  } catch {
    return undefined
  }
}
