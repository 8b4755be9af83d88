import type { Field, FieldOf, KindName } from '#schema'

import * as kinds from './index.controls.browser.ts'
import type { ControlsKind } from './kind.browser.ts'

/** Every kind; one that is missing does not compile. */
export type ControlsKinds = { readonly [Name in KindName]: ControlsKind<FieldOf<Name>> }

const byName: ControlsKinds = kinds

export const controlsOf = ({ kind }: Field): ControlsKind =>
  byName[kind as KindName] as ControlsKind
