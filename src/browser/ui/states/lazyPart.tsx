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
  const Late = lazy(async () => ({ default: await loadPart() }))
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

/** Loads those of the components that are lazy. What cannot be loaded says so when it is drawn. */
export async function loadParts(parts: readonly unknown[]): Promise<void> {
  const loads = parts.flatMap((part) => (isLazy(part) ? [part.load()] : []))
  await Promise.allSettled(loads)
}

const isLazy = (part: unknown): part is Pick<LazyPart<object>, 'load'> =>
  typeof part === 'function' && 'load' in part
