// Loaded before React, which tells a hook of this name of everything that it draws, as it tells React's developer tools.

/** What of React's own nodes is looked at here. */
interface Fiber {
  readonly tag: number
  readonly type: { name?: string } | string | null
  readonly flags: number
  readonly stateNode: unknown
  readonly alternate: Fiber | null
  readonly child: Fiber | null
  readonly sibling: Fiber | null
}

const functionTags = new Set([0, 11, 15])
const hostTag = 5
const performedWork = 1

/** One call of a component, and the elements of the page that it stands in, from within outwards. */
export interface Render {
  readonly component: string
  readonly within: readonly Element[]
}

let renders: Render[] | undefined

Object.assign(globalThis, {
  __REACT_DEVTOOLS_GLOBAL_HOOK__: {
    supportsFiber: true,
    inject: () => 1,
    onCommitFiberRoot(_id: number, { current }: { current: Fiber }) {
      if (renders) collect(current, [], renders)
    },
    onCommitFiberUnmount() {},
    onPostCommitFiberRoot() {},
  },
})

/** Every call of a component on the page while something is done. */
export async function rendersDuring(act: () => Promise<unknown>): Promise<readonly Render[]> {
  const found: Render[] = []
  renders = found
  try {
    await act()
    return found
  } finally {
    renders = undefined
  }
}

/** The names of the components that were drawn within any element that fits. */
export const drawnWithin = (all: readonly Render[], selector: string): string[] =>
  all
    .filter(({ within }) => within.some((element) => element.matches(selector)))
    .map(({ component }) => component)

/** Follows only what differs from the page before: what is the very same has not been called. */
function collect(fiber: Fiber, within: readonly Element[], found: Render[]): void {
  const before = fiber.alternate
  const isCalled = functionTags.has(fiber.tag) && (fiber.flags & performedWork) !== 0
  if (isCalled) found.push({ component: nameOf(fiber), within })
  if (before && before.child === fiber.child) return
  const inside =
    fiber.tag === hostTag && fiber.stateNode instanceof Element
      ? [fiber.stateNode, ...within]
      : within
  for (let child = fiber.child; child; child = child.sibling) collect(child, inside, found)
}

const nameOf = ({ type }: Fiber): string =>
  (typeof type === 'function' || typeof type === 'object' ? type?.name : undefined) || 'unnamed'
