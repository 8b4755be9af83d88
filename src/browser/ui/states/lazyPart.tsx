import { lazy, useState, type ComponentType, type FunctionComponent } from 'react'

/** A component whose files come when it is first drawn, or before that: when `load` is called. */
export type LazyPart<Props> = FunctionComponent<Props> & { readonly load: () => Promise<void> }

/**
 * Returns a component that is drawn at once where its files have come before. React's own `lazy` shows a spinner even then, and
 * what stood behind a spinner it holds back for 300 ms.
 */
export function lazyPart<Props extends object>(
  loadPart: () => Promise<ComponentType<Props>>,
): LazyPart<Props> {
  let loaded: ComponentType<Props> | undefined
  const begin = () => lazy(async () => ({ default: await loadPart().catch(fail) }))
  let Late = begin()
  const fail = (error: object) => {
    missing.add(error)
    gone.push(() => (Late = begin()))
    throw error
  }
  function Part(props: Props) {
    // The same as long as it stands: with another component in its place it would begin anew.
    const [Shown] = useState<ComponentType<Props>>(() => loaded ?? (Late as ComponentType<Props>))
    return <Shown {...props} />
  }
  const load = async () => {
    loaded = await loadPart()
  }
  return Object.assign(Part, { load })
}

const missing = new WeakSet<object>()
let gone: (() => void)[] = []

/** From now on the files that did not come are asked for again: not before what was drawn without them has said so. */
export function askAgain(): void {
  for (const renew of gone) renew()
  gone = []
}

// Raised by Vite when a part of the console cannot be fetched, before the error is thrown on.
window.addEventListener('vite:preloadError', ({ payload }) => missing.add(payload))

/** Whether an error means that files of the console did not come, as after a new release or without a connection. */
// What is no object is in no set of objects.
export const isMissingPart = (error: unknown): boolean => missing.has(error as object)

/** Loads those of the components that are lazy. What cannot be loaded says so when it is drawn. */
export async function loadParts(parts: readonly unknown[]): Promise<void> {
  const loads = parts.flatMap((part) => (isLazy(part) ? [part.load()] : []))
  await Promise.allSettled(loads)
}

const isLazy = (part: unknown): part is Pick<LazyPart<object>, 'load'> =>
  typeof part === 'function' && 'load' in part
