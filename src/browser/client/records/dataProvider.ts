import simpleRestProvider from 'ra-data-simple-rest'
import type { DataProvider, Identifier, UpdateParams } from 'react-admin'

import type { Field, Resource } from '#schema'

import type { Call, Http } from '../http/http.ts'
import type { Answer, ConsoleProvider, Option } from './provider.ts'
import { addressQuery, lists, type Named } from './listCalls.ts'

/**
 * Returns react-admin's data provider for the API: `ra-data-simple-rest` for one record, and our own calls where the API
 * says more than it: lists by `?search=..&key=value`, updates of what changed on a version, many records in one call.
 */
export function createDataProvider(resources: readonly Resource[], http: Http): ConsoleProvider {
  const byName = new Map(resources.map((resource) => [resource.name, resource]))
  const named: Named = (name) => {
    const resource = byName.get(name)
    if (!resource) throw new Error(`no resource "${name}"`)
    return resource
  }
  return {
    ...simpleRestProvider('', restClient(named, http)),
    supportAbortSignal: true,
    ...lists(named, http),
    ...writes(named, http),
    options: (name, request) => {
      const query = addressQuery({
        search: request.search,
        id: request.ids,
        limit: request.limit,
        inactive: request.inactive ? 1 : undefined,
      })
      return http.json<Answer<Option[]>>(`/${named(name).api}/all${query}`, request)
    },
    call: (method, path, body, options) => http.json(path, { method, body, ...options }),
    download: (path, body) => http.blob(path, body === undefined ? {} : { method: 'POST', body }),
    headers: async () => http.headers(),
    answered: async (status) => http.answered(status),
  }
}

/** simple-rest's calls through our client: below the declared path, and with the record in `data` of the answer. */
const restClient =
  (named: Named, http: Http): Parameters<typeof simpleRestProvider>[1] =>
  async (url: string, { method, body, signal } = {}) => {
    const path = url.replace(/^\/(\w+)/, (_, name: string) => `/${named(name).api}`)
    const { data } = await http.json<Answer<unknown>>(path, {
      // Of all methods simple-rest uses these.
      method: (method ?? 'GET') as NonNullable<Call['method']>,
      ...(typeof body === 'string' && { body: JSON.parse(body) }),
      signal: signal ?? undefined,
    })
    return { status: 200, headers: new Headers(), body: '', json: data }
  }

function writes(
  named: Named,
  http: Http,
): Pick<DataProvider, 'create' | 'update' | 'updateMany' | 'deleteMany'> {
  async function bulk(name: string, action: string, body: { ids: Identifier[]; values?: object }) {
    await http.json(`/${named(name).api}/bulk/${action}`, { method: 'POST', body })
    return { data: body.ids }
  }

  return {
    // With what the server says beside the record.
    create: (name, { data, meta }) => {
      const { fields, api } = named(name)
      const body = Object.fromEntries(settable(fields, data))
      return http.json(`/${api}`, { method: 'POST', body, key: meta?.key })
    },
    update: (name, params) => {
      const { fields, api } = named(name)
      const path = `/${api}/${encodeURIComponent(params.id)}`
      return http.json(path, { method: 'PUT', body: changesIn(fields, params) })
    },
    updateMany: (name, { ids, data }) => bulk(name, 'update', { ids, values: data }),
    deleteMany: (name, { ids }) => bulk(name, 'delete', { ids }),
  }
}

/** The fields whose value is another one, and the version that the changes were made on. */
function changesIn(
  fields: Readonly<Record<string, Field>>,
  { data, previousData = {} }: UpdateParams,
): Record<string, unknown> {
  const changed = settable(fields, data).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(previousData[name]),
  )
  return { ...Object.fromEntries(changed), version: data['version'] ?? previousData['version'] }
}

/** What may be set of a record as it was read, like one that react-admin's `CloneButton` begins with. */
const settable = (
  fields: Readonly<Record<string, Field>>,
  data: Readonly<Record<string, unknown>>,
): [name: string, value: unknown][] =>
  Object.entries(data).filter(([name]) => fields[name] && !fields[name].options.computed)
