import { useSession } from '../../client/session/session.ts'

/** The page sizes that a list offers (product.md 11). */
export const pageSizes = [10, 25, 50, 100] as const

/** How many rows the user wants on a page: their own setting, where it is one that is offered. */
export function usePerPage(): number {
  const chosen = useSession()?.settings['per_page']
  return pageSizes.find((size) => size === chosen) ?? 25
}
