import { useLocation, useNavigate } from 'react-router-dom'

import { hasOrigin } from '../../client/addresses/origins.ts'

/**
 * Returns what leaves a form or drawer: back to where it was opened, so that the back button does not open it again.
 * One that was opened by its address, or by a reload, makes room for `home`.
 */
export function useLeave(home: string): () => void {
  const navigate = useNavigate()
  const location = useLocation()
  return () => void (hasOrigin(location) ? navigate(-1) : navigate(home, { replace: true }))
}
