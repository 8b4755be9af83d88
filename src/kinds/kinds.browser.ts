import type { Field, FieldOf, KindName, Kinds, OwnField } from '#schema'

import * as kinds from './index.browser.ts'
import {
  addBrowserKinds,
  addControlsKinds,
  addFilterKinds,
  browserKindOf,
  shownValue,
  type BrowserKind,
  type ControlsKind,
  type FilterOf,
} from './kind.browser.ts'

/** Every kind; one that is missing does not compile. */
export type BrowserKinds = { readonly [Name in KindName]: BrowserKind<FieldOf<Name>> }

const byName: BrowserKinds = kinds

addBrowserKinds(byName)

interface OwnKind<F extends Field> {
  readonly shown: BrowserKind<F>
  readonly controls: ControlsKind<F>
  /** The control of its filter; made of its operators unless given. */
  readonly Filter?: FilterOf<F>
}

/**
 * Says how each of a business's own kinds is shown, typed and filtered by; what is large in it loads lazily:
 * `defineBrowserKinds<typeof kinds>({ rating: { shown, controls } })`.
 */
export function defineBrowserKinds<Own extends Kinds<Own>>(parts: {
  readonly [Name in keyof Own]: OwnKind<OwnField<Own, Name>>
}): void {
  for (const [name, { shown, controls, Filter }] of Object.entries<OwnKind<any>>(parts)) {
    addBrowserKinds({ [name]: shown })
    addControlsKinds({ [name]: controls })
    if (Filter !== undefined) addFilterKinds({ [name]: Filter })
  }
}

export { browserKindOf, shownValue }
