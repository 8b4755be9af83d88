import { lazy, type ComponentType } from 'react'

import type { ActFormProps } from '#browser'
import type { User } from '#schema'

/** The permission alone is not enough (product.md D3). */
export const maySend = ({ permissions, session }: User): boolean =>
  permissions.has('lead.send') && Boolean(session?.['is_sender'])

const Form = lazy(async () => ({ default: (await import('./SendDialog.tsx')).SendDialog }))

/** The act of sending, for one lead or many. */
export const sendAct = (label: string) => ({
  name: 'send',
  label,
  Form: Form as ComponentType<ActFormProps>,
})
