import { lazyScreen, type Views } from '#browser'

import type { importRecordOf } from './import.ts'

const OpenResult = lazyScreen(async () => (await import('./OpenResult.tsx')).OpenResult)

export const importViews: Views<ReturnType<typeof importRecordOf>> = {
  rowActions: ({ record, close }) => <OpenResult {...{ record, close }} />,
}
