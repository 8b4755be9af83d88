import { FormPage } from './forms/FormPage.tsx'
import { useLeave } from './forms/useLeave.ts'
import { listPath } from '../client/addresses/addresses.ts'
import type { ViewProps } from './ResourceList.tsx'
import { useNames, useText } from '../client/i18n/texts.ts'
import { lazyScreen } from '../ui/states/lazyScreen.ts'

const CreateRecord = lazyScreen(async () => (await import('./forms/CreateRecord.tsx')).CreateRecord)

/** The form of a new record on a page of its own. */
export function ResourceCreate({ resource, views }: ViewProps) {
  const say = useText()
  const { one } = useNames(resource)
  const onDone = useLeave(listPath(resource))
  const form = <CreateRecord {...{ resource, views }} onDone={onDone} />
  if (views?.create) return form
  return <FormPage title={say('new', 'New %{one}', { one: one.toLowerCase() })}>{form}</FormPage>
}
