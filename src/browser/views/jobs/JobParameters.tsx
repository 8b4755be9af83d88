import { isObject, type Fields, type Resource } from '#schema'

import type { Row } from '../../client/records/row.ts'
import { type Translate, useT } from '../../client/i18n/texts.ts'
import { useResourceNamed } from '../../client/records/resources.ts'
import { FactLines } from '../audit/FactLines.tsx'
import { actionOf } from '../actions/action.ts'
import { AskedValues } from './AskedValues.tsx'
import { declaredJob, useWorkedResource, type Job } from './job.ts'

/** What a job was asked for, in words. */
export function JobParameters({ record }: { record: Row }) {
  const job = record as Job
  const worked = useWorkedResource(job)
  const { asked: fields } = declaredJob(worked, job) ?? {}
  return worked && fields ? (
    <Asked resource={worked} fields={fields} parameters={job.parameters ?? {}} />
  ) : (
    <BulkParameters parameters={job.parameters ?? {}} />
  )
}

interface Given {
  parameters: Readonly<Record<string, unknown>>
}

/** Work that a resource declares: its words first, and what it has none for. */
function Asked({ resource, fields, parameters }: Given & { resource: Resource; fields: Fields }) {
  const given = Object.entries(parameters)
    // What is asked for in a group of its own stands in the parameters as one.
    .flatMap(([name, value]) =>
      isObject(value) && !Object.hasOwn(fields, name) ? Object.entries(value) : [[name, value]],
    )
    .filter((one): one is [string, unknown] => saysSomething(one[1]))
  const byName = new Map(given)
  // In the order of the declaration, which is that of the form.
  const values = Object.fromEntries(
    Object.keys(fields).flatMap((name) => (byName.has(name) ? [[name, byName.get(name)]] : [])),
  )
  const others = given.filter(([name]) => !Object.hasOwn(fields, name))
  return (
    <>
      <AskedValues {...{ resource, fields, values }} />
      <FactLines facts={Object.fromEntries(others)} />
    </>
  )
}

const saysSomething = (value: unknown) => value !== null && value !== '' && value !== false

/** The work of the engine's own bulk actions, and whatever is declared nowhere. */
function BulkParameters({ parameters }: Given) {
  const { resource: name, act: action, values, ...asked } = parameters
  const t = useT()
  const resource = useResourceNamed(String(name))
  const facts = {
    ...(name !== undefined && { list: resource?.label ?? name }),
    ...(action !== undefined && { act: actionLabel(t, resource, String(action)) }),
  }
  const isNamed =
    resource !== undefined &&
    typeof action === 'string' &&
    isObject(values) &&
    (action === 'update' || actionOf(resource, action) !== undefined)
  return (
    <>
      <FactLines facts={facts} />
      {isNamed && (
        <AskedValues {...{ resource, values }} fields={actionOf(resource, action)?.input} />
      )}
      <FactLines facts={{ ...(!isNamed && values !== undefined && { values }), ...asked }} />
    </>
  )
}

/** How the menus call a bulk action. */
function actionLabel(t: Translate, resource: Resource | undefined, action: string): string {
  if (action === 'update') return t('edit')
  if (action === 'delete') return t('delete')
  const { label = action } = (resource && actionOf(resource, action)) ?? {}
  return label
}
