import type { Partner } from './caller/partner.server.ts'

/**
 * Of every route of partners: who calls is found out by the routes themselves, and then takes the share of its department.
 * Each call stands in the request log.
 */
export const partnerConfig = {
  access: 'public',
  isLogged: true,
  sharer: ({ partner }: { readonly partner: Partner }) => `department ${partner.id}`,
} as const
