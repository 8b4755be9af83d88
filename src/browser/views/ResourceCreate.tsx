import { FormPage } from './forms/FormPage.tsx'
import { useLeave } from './forms/useLeave.ts'
import { listPath } from '../client/addresses/addresses.ts'
import type { ViewProps } from './ResourceList.tsx'
import { useNames, useT } from '../client/i18n/texts.ts'
import { lazyScreen } from '../ui/states/lazyScreen.ts'

const CreateRecord = lazyScreen(async () => (await import('./forms/CreateRecord.tsx')).CreateRecord)

/** The form of a new record on a page of its own. */
export function ResourceCreate({ resource, views }: ViewProps) {
  const t = useT()
  const { one } = useNames(resource)
  const onDone = useLeave(listPath(resource))
  const form = <CreateRecord {...{ resource, views }} onDone={onDone} />
  if (views?.create) return form
  return <FormPage title={t('new', { one: one.toLowerCase() })}>{form}</FormPage>
}
