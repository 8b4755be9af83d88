import { useGetList, type RaRecord } from 'react-admin'

/** An integration as it was saved, as its list of versions answers it. */
export interface Version extends RaRecord {
  readonly id: number
  readonly number: number
  readonly created_at: string
  readonly content: Readonly<Record<string, unknown>>
  /** The name of the user who saved it, for those who may see it. */
  readonly labels?: { readonly user?: { readonly label: string | null } | null }
}

/** Reads the versions of an integration, the newest first. */
export const useVersions = (integration: unknown) =>
  useGetList<Version>('integration_versions', {
    filter: { integration },
    pagination: { page: 1, perPage: 50 },
    sort: { field: 'number', order: 'DESC' },
  })
