import { lazyScreen, type Views } from '#browser'

import type { importRecord } from './import.ts'

const OpenResult = lazyScreen(async () => (await import('./OpenResult.tsx')).OpenResult)

export const importViews: Views<typeof importRecord> = {
  rowActions: ({ record, close }) => <OpenResult {...{ record, close }} />,
}
