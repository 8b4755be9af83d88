import { useContext } from 'react'
import { type DataProvider, DataProviderContext } from 'react-admin'

/** One entry of `GET /api/{api}/all`: the id and the declared option fields, references as their own options. */
export interface Option {
  readonly id: number
  readonly [name: string]: unknown
}

interface OptionsRequest {
  readonly search?: string
  /** Only these, whatever the search says. */
  readonly ids?: readonly number[]
  readonly limit?: number
  /** Also those that may no longer be chosen. */
  readonly inactive?: boolean
  readonly signal?: AbortSignal
}

/** What a call answers: `data`, and the words of the server after a write. */
export interface Answer<Data> {
  readonly message?: string
  readonly data: Data
}

interface CallOptions {
  /** Calls a question off that is asked anew. */
  readonly signal?: AbortSignal
  /** The server does a call once for each key: see `newRequestKey`. */
  readonly key?: string | undefined
}

/** What the views ask of the data provider beyond react-admin's own methods. */
export interface ConsoleProvider extends DataProvider {
  options(resource: string, request: OptionsRequest): Promise<Answer<Option[]>>
  /** Any other call; `path` stands below `/api` and begins with a slash. Rejects with react-admin's HttpError. */
  call<Data, More extends object = object>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: unknown,
    options?: CallOptions,
  ): Promise<Answer<Data> & More>
  /** The bytes of a file that only the signed-in user may have; with a body it is asked for by POST. */
  download(path: string, body?: unknown): Promise<Blob>
  /** The headers every call carries, for the uploader that makes its own requests. react-admin wants a promise. */
  headers(): Promise<Record<string, string>>
  /** Hears the status of an answer to such a request. */
  answered(status: number): Promise<void>
}

/** Not by `useDataProvider`: that draws anew what asks for it at each change of the address, to sign out after a refusal. */
export const useProvider = (): ConsoleProvider => useContext(DataProviderContext) as ConsoleProvider
