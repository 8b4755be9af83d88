import { useLocation, useNavigate } from 'react-router-dom'

/** Returns the name of the open tab, which the end of the address keeps ('' for none), and what opens another. */
export function useAddressTab(): readonly [string, (name: string) => void] {
  const { pathname, search, hash, state } = useLocation()
  const navigate = useNavigate()
  const choose = (chosen: string) =>
    void navigate({ pathname, search, hash: chosen }, { replace: true, state })
  return [hash.slice(1), choose]
}
