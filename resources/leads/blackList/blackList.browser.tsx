import { useTranslate } from 'react-admin'

import { lazyPart, type Views } from '#browser'

import { entryStays, fixedFields, type blackList } from './blackList.ts'

const LeadsToBlock = lazyPart(async () => (await import('./LeadsToBlock.tsx')).LeadsToBlock)

export const blackListViews: Views<typeof blackList> = {
  useFixed,
  formSection: ({ record }) => !record && <LeadsToBlock />,
}

function useFixed() {
  const reason = useTranslate()(entryStays)
  // Said once, at what people would change first.
  return Object.fromEntries(fixedFields.map((name) => [name, name === 'value' ? reason : '']))
}
