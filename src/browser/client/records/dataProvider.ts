import type { DataProvider, Identifier } from 'react-admin'

import { perPageLimit, type Field, type Resource } from '#schema'

import type { Http, HttpFailure } from '../http/http.ts'
import { listRequest, type ListRequest } from './listQuery.ts'
import { rememberRequest } from './listRequests.ts'
import type { Answer, ConsoleProvider, Option, OptionsRequest } from './provider.ts'

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
  const named = (name: string) => {
    const resource = byName.get(name)
    if (!resource) throw new Error(`no resource "${name}"`)
    return resource
  }
  return {
    supportAbortSignal: true,
    ...reads(named, http),
    ...writes(named, http),
    options: (name, request) =>
      http.json<Answer<Option[]>>(`/${named(name).api}/all${optionsQuery(request)}`, request),
    call: (method, path, body, signal, key) => http.json(path, { method, body, signal, key }),
    download: (path) => http.blob(path),
    headers: async () => http.headers(),
    answered: async (status) => http.answered(status),
  }
}

type Named = (name: string) => Resource
type Reads = Pick<DataProvider, 'getList' | 'getMany' | 'getManyReference' | 'getOne'>
type Writes = Pick<DataProvider, 'create' | 'update' | 'updateMany' | 'delete' | 'deleteMany'>

const pathOf = ({ api }: Resource, id: Identifier) => `/${api}/${encodeURIComponent(id)}`

function reads(named: Named, http: Http): Reads {
  async function list(
    name: string,
    { signal, ...params }: Parameters<typeof listRequest>[0] & { signal?: AbortSignal },
  ) {
    const resource = named(name)
    const request = listRequest(params, resource)
    if (params.meta?.view === 'list' && !request.body) {
      rememberRequest({ path: `/${resource.api}${request.path}`, resource: name, params })
    }
    const { data, meta } = await ask(resource, request, signal)
    return { data: data as Rows, total: meta.total, meta }
  }

  /** Whether the server takes lists by a body is known from its first refusal. */
  let hasBodies = true

  async function ask(
    { api }: Resource,
    { path, body, plainPath }: ListRequest,
    signal: AbortSignal | undefined,
  ): Promise<ListAnswer> {
    const plain = () => http.json<ListAnswer>(`/${api}${plainPath ?? path}`, { signal })
    if (!body || (plainPath && !hasBodies)) return plain()
    try {
      return await http.json<ListAnswer>(`/${api}${path}`, { method: 'POST', body, signal })
    } catch (error) {
      const { status } = error as Partial<HttpFailure>
      if (!plainPath || (status !== 404 && status !== 405)) throw error
      hasBodies = false
      return plain()
    }
  }

  const firstPage = (ids: readonly Identifier[]) => ({
    page: 1,
    perPage: Math.min(ids.length, perPageLimit),
  })

  return {
    getList: (name, params) => list(name, params),
    getMany: (name, { ids, signal }) =>
      list(name, { filter: { id: ids }, pagination: firstPage(ids), signal }),
    getManyReference: (name, { target, id, filter, ...params }) =>
      list(name, { ...params, filter: { ...filter, [target]: id } }),
    getOne: (name, { id, signal }) => http.json(pathOf(named(name), id), { signal }),
  }
}

function writes(named: Named, http: Http): Writes {
  async function bulk(name: string, act: 'update' | 'delete', ids: Identifier[], values?: object) {
    const body = { ids, ...(values && { values }) }
    await http.json(`/${named(name).api}/bulk/${act}`, { method: 'POST', body })
    return { data: ids as Rows }
  }

  return {
    create: (name, { data }) => http.json(`/${named(name).api}`, { method: 'POST', body: data }),
    update(name, { id, data, previousData }) {
      const body = changesOf(named(name), data, previousData)
      return http.json(pathOf(named(name), id), { method: 'PUT', body })
    },
    updateMany: (name, { ids, data }) => bulk(name, 'update', ids, data),
    delete: (name, { id }) => http.json(pathOf(named(name), id), { method: 'DELETE' }),
    deleteMany: (name, { ids }) => bulk(name, 'delete', ids),
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

function optionsQuery({ search, ids, limit, inactive }: OptionsRequest): string {
  const keys = { search, id: ids?.join(','), limit, inactive: inactive ? 1 : undefined }
  const query = Object.entries(keys)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([key, value]): [string, string] => [key, String(value)])
  return query.length > 0 ? `?${new URLSearchParams(query)}` : ''
}
