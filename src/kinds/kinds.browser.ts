import { createElement, type ReactNode } from 'react'

import type { Field, FieldOf, KindName } from '#schema'

import type { Row } from '../browser/client/records/row.ts'
import * as kinds from './index.browser.ts'
import type { BrowserKind } from './kind.browser.ts'

/** Every kind; one that is missing does not compile. */
export type BrowserKinds = { readonly [Name in KindName]: BrowserKind<FieldOf<Name>> }

const byName: BrowserKinds = kinds

export const browserKindOf = ({ kind }: Field): BrowserKind =>
  byName[kind as KindName] as BrowserKind

/** A record's value of a field as a cell, or whole. Null when it is empty. */
export function shownValue(field: Field, name: string, record: Row, full = false): ReactNode {
  const value = record[name]
  if (isEmpty(value)) return null
  const { show, direction } = browserKindOf(field)
  const shown = show({ field, name, value, record, full })
  return direction ? createElement('bdi', { dir: direction }, shown) : shown
}

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0)
