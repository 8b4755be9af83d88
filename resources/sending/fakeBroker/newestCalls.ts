/**
 * Keeps the newest calls, in order: as many as asked, and at most as many again. The oldest go all at once: one by one each would
 * move all that stay.
 */
export function createNewestCalls(most: number) {
  const calls: string[] = []
  return {
    calls: calls as readonly string[],
    add(call: string): void {
      calls.push(call)
      if (calls.length > 2 * most) calls.splice(0, most)
    },
  }
}
