/** What is wrong with a declaration, and in which place of it. */
export type Fault = [place: string, fault: string]

/** Throws one error with all that is wrong, a line each. */
export function throwAll(faults: Iterable<string>): void {
  const lines = [...new Set(faults)]
  if (lines.length > 0) throw new Error(lines.join('\n'))
}

/**
 * What is found until a question meets what it cannot be asked of: what was found before explains it, and where nothing was,
 * the type of what is declared does.
 */
export function* untilBroken(about: string, faults: Iterable<string>): Generator<string> {
  let hasFound = false
  try {
    for (const fault of faults) {
      hasFound = true
      yield fault
    }
  } catch (error) {
    if (hasFound) return
    const reason = error instanceof Error ? error.message : String(error)
    yield `${about}: not declared as its type says, whose lines npx tsc --noEmit names (${reason})`
  }
}
