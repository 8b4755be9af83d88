import type { ConsoleProvider } from '../views/provider.ts'

const writes = ['create', 'update', 'updateMany', 'delete', 'deleteMany'] as const

/** The same provider; after every write that it makes, `onWrite` hears of which resource. */
export function tellingOfWrites(
  provider: ConsoleProvider,
  onWrite: (resource: string) => void,
): ConsoleProvider {
  const telling = writes.map((name) => [name, after(provider[name], onWrite)])
  return { ...provider, ...Object.fromEntries(telling) }
}

type Write = (resource: string, params: never) => Promise<unknown>

const after =
  (write: Write, onWrite: (resource: string) => void): Write =>
  async (resource, params) => {
    const answer = await write(resource, params)
    onWrite(resource)
    return answer
  }
