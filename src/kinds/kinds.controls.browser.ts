import type { FieldOf, KindName } from '#schema'

import * as kinds from './index.controls.browser.ts'
import { addControlsKinds, controlsOf, type ControlsKind } from './kind.browser.ts'

/** Every kind; one that is missing does not compile. */
export type ControlsKinds = { readonly [Name in KindName]: ControlsKind<FieldOf<Name>> }

const byName: ControlsKinds = kinds

addControlsKinds(byName)

export { controlsOf }
