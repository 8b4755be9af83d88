import type { User } from '#schema'

/** Whether a user may start sending leads, beside the permission for it (product.md D3). */
export const isSender = ({ session }: User): boolean => Boolean(session?.['is_sender'])
