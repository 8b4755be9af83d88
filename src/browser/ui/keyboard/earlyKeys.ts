const typed = 'input, textarea, select, [contenteditable=true]'

/** The keys, and how to stop keeping more of them. */
let early: KeyboardEvent[] = []
let controller: AbortController | undefined

/** Keeps keys that are pressed before what hears them has come, unless they are typed into something. */
export function keepEarlyKeys(): void {
  controller = new AbortController()
  const { signal } = controller
  const forget = () => void (early = [])
  const keep = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, target } = event
    // Who goes elsewhere by Tab, Enter or a click has given up what they waited for.
    if (key.length > 1) return forget()
    if (target instanceof Element && target.closest(typed)) return
    early.push(event)
    const isOffered = (keys: string) =>
      /^[a-z]$/i.test(key) && document.querySelector(`[aria-keyshortcuts~="${keys}"]`)
    // The browser has a meaning of its own for them, which would come first.
    if ((ctrlKey || metaKey) && isOffered(`${ctrlKey ? 'Control' : 'Meta'}+${key.toUpperCase()}`)) {
      event.preventDefault()
    }
  }
  window.addEventListener('keydown', keep, { signal })
  window.addEventListener('pointerdown', forget, { signal })
}

/** Presses them once more for what hears them now. */
export function pressEarlyKeys(): void {
  controller?.abort()
  for (const event of early.splice(0)) window.dispatchEvent(new KeyboardEvent('keydown', event))
}
