import { LRUCache } from 'lru-cache'
import { RE2JS } from 're2js'

/** Most characters of a text that a pattern is held against. */
const longestText = 65_536

/** Most steps of a match, which takes at most the size of the pattern for each character: about 0.1 s. */
const maxSteps = 3_000_000

/** By their text, of at most 1,000 characters each. */
const patterns = new LRUCache<string, RE2JS>({ max: 500 })

/** Whether a text matches a pattern that somebody wrote. Undefined when the pattern is wrong. */
export function matchesPattern(text: string, pattern: string): boolean | undefined {
  const compiled = compile(pattern)
  return compiled?.matcher(bounded(text, compiled)).find()
}

/** Replaces every match; leaves the text as it is when the pattern is wrong. */
export function replacePattern(text: string, pattern: string, to: string): string {
  const compiled = compile(pattern)
  return compiled ? compiled.matcher(bounded(text, compiled)).replaceAll(to) : text
}

/** Steps that replacing every match of a pattern takes at most. */
export const stepsOf = (text: string, pattern: string): number =>
  text.length * (compile(pattern)?.programSize() ?? 1)

/** Whether a text is a pattern at all. */
export const isPattern = (pattern: string): boolean => compile(pattern) !== undefined

/** Patterns of RE2: the time of a match grows with the text and no faster, whatever somebody wrote. */
function compile(pattern: string): RE2JS | undefined {
  if (pattern.length > 1_000) return undefined
  const known = patterns.get(pattern)
  if (known) return known
  try {
    const compiled = RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE)
    patterns.set(pattern, compiled)
    return compiled
  } catch {
    return undefined
  }
}

const bounded = (text: string, pattern: RE2JS) =>
  text.slice(0, Math.min(longestText, Math.floor(maxSteps / pattern.programSize())))
