/** Throws one error with all that is wrong, a line each. */
export function throwAll(faults: Iterable<string>): void {
  const lines = [...new Set(faults)]
  if (lines.length > 0) throw new Error(lines.join('\n'))
}

/** What is found until a question meets what it cannot be asked of, which what was found before explains. */
export function* untilBroken(faults: Iterable<string>): Generator<string> {
  let hasFound = false
  try {
    for (const fault of faults) {
      hasFound = true
      yield fault
    }
  } catch (error) {
    if (!hasFound) throw error
  }
}
