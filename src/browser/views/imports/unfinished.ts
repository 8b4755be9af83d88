import { useQuery } from '@tanstack/react-query'

import type { Resource } from '#schema'

import { useProvider, type ConsoleProvider } from '../../client/records/provider.ts'

/** An own upload that was broken off, as the server keeps it for some hours. */
export interface Unfinished {
  readonly id: string
  readonly name: string
  readonly purpose: string
  readonly size: number
  readonly stored: number
  /** Milliseconds, as text: when the file was last changed. */
  readonly modified: string | null
}

/** What files are uploaded for that become records of a resource. */
export const purposeOf = ({ name }: Resource): string => `import:${name}`

/** The own unfinished uploads for a purpose; none where the server does not tell. */
export function useUnfinished(purpose: string) {
  const provider = useProvider()
  const { data = [], refetch } = useQuery({
    queryKey: ['unfinished_uploads', purpose],
    queryFn: () => unfinishedFor(purpose, provider),
    gcTime: 0,
  })
  return { uploads: data, refetch: () => void refetch() }
}

async function unfinishedFor(
  purpose: string,
  provider: Pick<ConsoleProvider, 'call'>,
): Promise<readonly Unfinished[]> {
  try {
    const { data } = await provider.call<Unfinished[]>('GET', '/files')
    return data.filter((one) => one.purpose === purpose && one.stored > 0)
  } catch {
    return []
  }
}

/** The upload of the same file that can go on, if there is one: begun in another browser, for example. */
export async function unfinishedOf(
  file: File,
  purpose: string,
  provider: Pick<ConsoleProvider, 'call'>,
): Promise<Unfinished | undefined> {
  const all = await unfinishedFor(purpose, provider)
  return all.find(
    ({ name, size, modified }) =>
      name === file.name && size === file.size && modified === String(file.lastModified),
  )
}
