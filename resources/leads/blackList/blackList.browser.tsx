import { lazy, Suspense } from 'react'

import { useTranslate } from 'react-admin'

import type { Views } from '#browser'

import { entryStays, fixedFields, type blackList } from './blackList.ts'

const LeadsToBlock = lazy(async () => ({
  default: (await import('./LeadsToBlock.tsx')).LeadsToBlock,
}))

export const blackListViews: Views<typeof blackList> = {
  useFixed,
  formSection: ({ record }) => <Suspense>{!record && <LeadsToBlock />}</Suspense>,
}

function useFixed() {
  const reason = useTranslate()(entryStays)
  // Said once, at what people would change first.
  return Object.fromEntries(fixedFields.map((name) => [name, name === 'value' ? reason : '']))
}
