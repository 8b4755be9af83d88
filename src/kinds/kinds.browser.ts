import type { FieldOf, KindName } from '#schema'

import * as kinds from './index.browser.ts'
import { addBrowserKinds, browserKindOf, shownValue, type BrowserKind } from './kind.browser.ts'

/** Every kind; one that is missing does not compile. */
export type BrowserKinds = { readonly [Name in KindName]: BrowserKind<FieldOf<Name>> }

const byName: BrowserKinds = kinds

addBrowserKinds(byName)

export { browserKindOf, shownValue }
