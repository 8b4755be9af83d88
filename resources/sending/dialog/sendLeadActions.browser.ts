import type { ComponentType } from 'react'

import { lazyPart, type ActionFormProps } from '#browser'
import type { User } from '#schema'

import { wordOf } from '../../wordOf.browser.ts'
import { isSender } from '../isSender.ts'

/** The permission alone is not enough (product.md D3). */
const maySend = (user: User): boolean => user.permissions.has('lead.send') && isSender(user)

const Form = lazyPart(async () => (await import('./SendDialog.tsx')).SendDialog)

type Translate = Parameters<typeof wordOf>[0]

const actionLabeled = (label: string) => [
  { name: 'send', label, Form: Form as ComponentType<ActionFormProps> },
]

/** The action of sending, for one lead or many, of those who may. */
export const sendLeadActions = (user: User, t: Translate) =>
  maySend(user) ? actionLabeled(wordOf(t, 'send.send', 'Send')) : []

/** Sends the leads of sends to other departments (product.md 11.7, 16.1). */
export const sendElsewhereActions = (user: User, t: Translate) =>
  maySend(user) ? actionLabeled(wordOf(t, 'send.elsewhere', 'Send elsewhere')) : []
