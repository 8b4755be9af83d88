import { type ReactElement } from 'react'
import { Resource as AdminResource, type RaRecord, type ResourceProps } from 'react-admin'
import { useParams, Navigate, useLocation } from 'react-router-dom'
import { hasList, type Resource } from '#schema'
import { NotFound } from '../ui/states/messagePages.tsx'
import { createPath, listPath, pathOf } from '../client/addresses/addresses.ts'
import { icons } from '../ui/icons.tsx'
import { recordTitle } from '../views/rows/cells/cells.tsx'

/**
 * Returns the resource as react-admin's `<Resource>`: its definition, what its records are called, and at the addresses
 * that react-admin makes (`/books`, `/books/create`, `/books/7`, `/books/7/show`) the way to the console's own.
 */
export function adminResource(resource: Resource): ReactElement<ResourceProps> {
  const { name, label, icon, routes, operations } = resource
  const isOpen = (one: ForwardProps['view']) =>
    one === 'list'
      ? hasList(resource)
      : operations.includes(one) && (routes[one] ?? hasList(resource))
  const view = (one: ForwardProps['view']) =>
    isOpen(one) ? <Forward resource={resource} view={one} /> : undefined
  return (
    <AdminResource
      name={name}
      list={view('list')}
      create={view('create')}
      edit={view('edit')}
      show={view('show')}
      icon={icon && icons[icon]}
      options={{ label }}
      recordRepresentation={(record: RaRecord<number>) => recordTitle(resource, record)}
    />
  )
}

/** What react-admin's components look up of each resource by its name. */
export const definitionsOf = (resources: readonly Resource[]) =>
  Object.fromEntries(
    resources.map((one) => [one.name, AdminResource.registerResource(adminResource(one).props)]),
  )

interface ForwardProps {
  resource: Resource
  view: 'list' | 'create' | 'edit' | 'show'
}

function Forward({ resource, view }: ForwardProps) {
  const { id, '*': rest } = useParams()
  const { search, hash, state } = useLocation()
  const isOne = view === 'edit' || view === 'show'
  if (rest || (isOne && !/^\d{1,15}$/.test(id ?? ''))) return <NotFound />
  const own = { list: listPath, create: createPath }
  const pathname = isOne ? pathOf(resource, view, Number(id)) : own[view](resource)
  return <Navigate to={{ pathname, search, hash }} state={state} replace />
}
