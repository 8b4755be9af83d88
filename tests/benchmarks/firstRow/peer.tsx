import { createRoot } from 'react-dom/client'
import {
  Admin,
  DataTable,
  List,
  Resource,
  SearchInput,
  type DataProvider,
  type GetListParams,
} from 'react-admin'

import { hiddenColumns, list } from '../../../resources/leads/lead/leadViews.ts'

// What a developer writes in the first hour with react-admin: the lead list's columns over the same API.
const columns = list.filter((name) => !(hiddenColumns as readonly string[]).includes(name))

async function getList(resource: string, { pagination, sort, filter, signal }: GetListParams) {
  const { page = 1, perPage = 25 } = pagination ?? {}
  const query = new URLSearchParams({
    ...filter,
    ...(sort && { sort: `${sort.order === 'DESC' ? '-' : ''}${sort.field}` }),
    page: String(page),
    per_page: String(perPage),
    fields: columns.join(),
  })
  const headers = { Authorization: `Bearer ${localStorage.getItem('token')}` }
  const options = { headers, ...(signal && { signal }) }
  const response = await fetch(`/api/${resource}/search?${query}`, options)
  const { data, meta } = await response.json()
  return { data, total: meta.total }
}

/** Shaped like ra-data-simple-rest: the list alone is ever asked for here. */
const dataProvider = { getList } as unknown as DataProvider

const Leads = () => (
  <List
    filters={[<SearchInput key="search" source="search" alwaysOn />]}
    sort={{ field: 'created_at', order: 'DESC' }}
    perPage={25}
  >
    <DataTable>
      {columns.map((name) => (
        <DataTable.Col key={name} source={name} />
      ))}
    </DataTable>
  </List>
)

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <Admin dataProvider={dataProvider} disableTelemetry>
      <Resource name="lead" list={Leads} />
    </Admin>,
  )
}
