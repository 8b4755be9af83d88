import { useParams } from 'react-router-dom'

import { FormPage } from './forms/FormPage.tsx'
import { useLeave } from './forms/useLeave.ts'
import { listPath } from '../client/addresses/addresses.ts'
import { RevealedValues } from './reveal/revealed.tsx'
import type { ViewProps } from './ResourceList.tsx'
import { useNames, useT } from '../client/i18n/texts.ts'
import { lazyScreen } from '../ui/states/lazyScreen.ts'

const EditRecord = lazyScreen(async () => (await import('./forms/EditRecord.tsx')).EditRecord)

/** The form of the record that the address names, on a page of its own. */
export function ResourceEdit({ resource, views }: ViewProps) {
  const t = useT()
  const { one } = useNames(resource)
  const onDone = useLeave(listPath(resource))
  const id = Number(useParams().id)
  const form = (
    <RevealedValues key={id}>
      <EditRecord {...{ resource, views, id }} onDone={onDone} />
    </RevealedValues>
  )
  if (views?.edit) return form
  return <FormPage title={t('edit_one', { one: one.toLowerCase() })}>{form}</FormPage>
}
