import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

import { perPageLimit } from '#schema'

/** Asks for no more rows than the server gives at once where an address does. Answers whether that address is still there. */
export function useLimitedPage(): boolean {
  const navigate = useNavigate()
  const { search } = useLocation()
  const asked = Number(new URLSearchParams(search).get('perPage') ?? 1)
  const limited = Math.min(Math.max(Math.trunc(asked) || 1, 1), perPageLimit)
  useEffect(() => {
    if (asked === limited) return
    const query = new URLSearchParams(search)
    query.set('perPage', String(limited))
    void navigate({ search: `?${query}` }, { replace: true })
  }, [asked, limited, search, navigate])
  return asked !== limited
}
