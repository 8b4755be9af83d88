import { lazy, type ComponentType, type LazyExoticComponent } from 'react'

import { lateAfter } from './lateAfter.ts'

/** How long a spinner stays at least once it has appeared, in milliseconds. */
const shownFor = 500

/**
 * Returns a screen whose files come when it is opened. What takes longer than the spinner waits for (specification 9) takes
 * so much longer that the spinner does not flash.
 */
export function lazyScreen<Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => {
    const begun = performance.now()
    const Screen = await load()
    const took = performance.now() - begun
    if (took > lateAfter && took < lateAfter + shownFor) await rest(lateAfter + shownFor - took)
    return { default: Screen }
  })
}

const rest = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
