import { lazy, type ComponentType } from 'react'

import type { ActFormProps } from '#browser'
import type { User } from '#schema'

import { wordOf } from '../../wordOf.browser.ts'

/** The permission alone is not enough (product.md D3). */
const maySend = ({ permissions, session }: User): boolean =>
  permissions.has('lead.send') && Boolean(session?.['is_sender'])

const Form = lazy(async () => ({ default: (await import('./SendDialog.tsx')).SendDialog }))

/** The act of sending, for one lead or many, of those who may. */
export const sendActs = (user: User, t: Parameters<typeof wordOf>[0]) =>
  maySend(user)
    ? [
        {
          name: 'send',
          label: wordOf(t, 'send.send', 'Send'),
          Form: Form as ComponentType<ActFormProps>,
        },
      ]
    : []
