import type { Identifier } from 'react-admin'

import type { Field, Resource } from '#schema'

import type { Http } from './http.ts'
import { listRequest } from './listQuery.ts'
import type { Answer, ConsoleProvider, Option, OptionsRequest } from './views/provider.ts'

type Row = { id: number } & Record<string, unknown>

interface ListAnswer {
  data: Row[]
  meta: { total: number; total_is: 'exact' | 'estimate' }
}

/** react-admin's calls as calls of the API. The generics of react-admin's type name rows it never checks. */
// oxlint-disable-next-line typescript/no-explicit-any -- see above
type Rows = any

export function createDataProvider(resources: readonly Resource[], http: Http): ConsoleProvider {
  const byName = new Map(resources.map((resource) => [resource.name, resource]))
  const resourceNamed = (name: string) => {
    const resource = byName.get(name)
    if (!resource) throw new Error(`no resource "${name}"`)
    return resource
  }
  const api = (name: string) => `/${resourceNamed(name).api}`

  async function list(
    name: string,
    { signal, ...params }: Parameters<typeof listRequest>[0] & { signal?: AbortSignal },
  ) {
    const { path, body } = listRequest(params)
    const { data, meta } = await http.json<ListAnswer>(api(name) + path, {
      ...(body && { method: 'POST', body }),
      signal,
    })
    return { data: data as Rows, total: meta.total, meta }
  }

  async function bulk(name: string, act: 'update' | 'delete', ids: Identifier[], values?: object) {
    await http.json(`${api(name)}/bulk/${act}`, {
      method: 'POST',
      body: { ids, ...(values && { values }) },
    })
    return { data: ids as Rows }
  }

  const one = (name: string, id: Identifier) => `${api(name)}/${encodeURIComponent(id)}`

  return {
    supportAbortSignal: true,
    getList: (name, params) => list(name, params),
    getMany: (name, { ids, signal }) =>
      list(name, { filter: { id: ids }, pagination: { page: 1, perPage: ids.length }, signal }),
    getManyReference: (name, { target, id, filter, ...params }) =>
      list(name, { ...params, filter: { ...filter, [target]: id } }),
    getOne: (name, { id, signal }) => http.json(one(name, id), { signal }),
    create: (name, { data }) => http.json(api(name), { method: 'POST', body: data }),
    update: (name, { id, data, previousData }) =>
      http.json(one(name, id), {
        method: 'PUT',
        body: changesOf(resourceNamed(name), data, previousData),
      }),
    updateMany: (name, { ids, data }) => bulk(name, 'update', ids, data),
    delete: (name, { id }) => http.json(one(name, id), { method: 'DELETE' }),
    deleteMany: (name, { ids }) => bulk(name, 'delete', ids),
    options: (name, request) =>
      http.json<Answer<Option[]>>(api(name) + optionsPath(request), request),
    call: (method, path, body) => http.json(path, { method, body }),
    download: (path) => http.blob(path),
    headers: async () => http.headers(),
  }
}

/** The fields whose value is another one, and the version that the changes were made on. */
function changesOf(
  { fields }: Resource,
  data: Readonly<Record<string, unknown>>,
  previous: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const changed = Object.entries<Field>(fields)
    .filter(([name, { options }]) => !options.computed && name in data)
    .filter(([name]) => JSON.stringify(data[name]) !== JSON.stringify(previous[name]))
    .map(([name]) => [name, data[name]])
  return { ...Object.fromEntries(changed), version: data['version'] ?? previous['version'] }
}

function optionsPath({ search, ids, limit }: OptionsRequest): string {
  const keys = { search, id: ids?.join(','), limit }
  const query = Object.entries(keys)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([key, value]): [string, string] => [key, String(value)])
  return `/all${query.length > 0 ? `?${new URLSearchParams(query)}` : ''}`
}
