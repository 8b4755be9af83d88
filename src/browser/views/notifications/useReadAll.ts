import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { useProvider } from '../../client/records/provider.ts'
import { useResourceNamed } from '../../client/records/resources.ts'
import { useNotifyResult } from '../../ui/useNotifyResult.ts'

export function useReadAll() {
  const told = useNotifyResult()
  const provider = useProvider()
  const queryClient = useQueryClient()
  const api = useResourceNamed('notifications')?.api
  const [isBusy, setBusy] = useState(false)
  const readAll = async () => {
    setBusy(true)
    await told(async () => (await provider.call('POST', `/${api}/read/all`)).message)
    await queryClient.invalidateQueries({ queryKey: ['notifications'] })
    setBusy(false)
  }
  return { isBusy, readAll }
}
