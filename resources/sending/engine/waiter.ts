/** One who waits to be woken, or for a time to pass. Who is woken while busy does not wait the next time. */
export function createWaiter() {
  let isAwake = false
  let resume: (() => void) | undefined

  function wake(): void {
    if (resume) resume()
    else isAwake = true
  }

  function wait(milliseconds: number): Promise<void> {
    if (isAwake) {
      isAwake = false
      return Promise.resolve()
    }
    return new Promise((resolve) => {
      const timer = setTimeout(done, milliseconds)
      function done() {
        clearTimeout(timer)
        resume = undefined
        resolve()
      }
      resume = done
    })
  }

  return { wake, wait }
}
