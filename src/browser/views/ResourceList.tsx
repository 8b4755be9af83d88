import { memo, Suspense, useMemo, useState } from 'react'
import { ListBase, type Exporter } from 'react-admin'
import { matchPath, useLocation } from 'react-router-dom'

import type { Resource } from '#schema'

import { RevealedValues } from './reveal/revealed.tsx'
import type { Row } from '../client/records/row.ts'
import { may } from '../client/records/permitted.ts'
import { useUser } from '../client/session/user.ts'
import { useListPresets } from './slots.ts'
import type { ViewProps, Views } from './resourceViews.ts'
import { ActionProvider } from './actions/ActionProvider.tsx'
import { RecordDrawers } from './forms/RecordDrawers.tsx'
import { ListPage, OpeningPage } from './list/ListPage.tsx'
import { isTyped } from './list/listAddress.ts'
import { listFields, useBareHistory, usePerPage } from './list/listRequest.ts'
import { ListStateProvider } from './list/listState.tsx'
import {
  AppearanceContext,
  useAppearance,
  type CurrentAppearance,
  type ListPreset,
} from './list/listAppearance.ts'
import { useNames } from '../client/i18n/texts.ts'
import { firstOrder } from '../client/records/order.ts'
import { RowMenuProvider } from './rows/RowMenu.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { importPath, listPath } from '../client/addresses/addresses.ts'
import { usePathname } from '../client/addresses/navigation.tsx'
import { lazyScreen } from '../ui/states/Loading.tsx'

const ResourceImport = lazyScreen(
  async () => (await import('./imports/ResourceImport.tsx')).ResourceImport,
)

const TidyAddress = lazyScreen(async () => (await import('./list/TidyAddress.tsx')).TidyAddress)

/** The list of a resource, with create, edit and show in a drawer over it where they have no route of their own. */
export const ResourceList = memo(function ResourceList({ resource, views }: ViewProps) {
  useBareHistory(resource)
  const isImport = matchPath(importPath(resource), usePathname()) !== null
  if (isImport && resource.import) return <ResourceImport resource={resource} />
  return <Addressed key={resource.name} {...{ resource, views }} />
})

/** Reads the address of the list. What stands below it is drawn anew only where it asks for something else. */
function Addressed({ resource, views }: ViewProps) {
  const perPage = usePerPage()
  const { useOpening, useCurrent } = useListPresets()
  const isOpening = useOpening(resource, perPage)
  const { pathname, search } = useLocation()
  const [tidied, setTidied] = useState('')
  const isUntidy = pathname === listPath(resource) && search !== tidied && isTyped(search)
  const { preset, isPending } = useCurrent(resource)
  if (isOpening || isUntidy) {
    const page = <OpeningPage resource={resource} />
    return (
      <Suspense fallback={page}>
        {page}
        {isUntidy && <TidyAddress {...{ resource, search }} onTidy={setTidied} />}
      </Suspense>
    )
  }
  return <Opened {...{ resource, views, perPage, preset }} isOpening={isPending} />
}

interface OpenedProps extends Pick<CurrentAppearance, 'isOpening'> {
  resource: Resource
  views: Views<Resource> | undefined
  perPage: number
  preset: ListPreset | undefined
}

const Opened = memo(function Opened({ resource, views, perPage, preset, isOpening }: OpenedProps) {
  const user = useUser()
  const appearance = useAppearance(resource, preset)
  const current = useMemo(() => ({ appearance, isOpening }), [appearance, isOpening])
  const queryOptions = useListQuery(resource, views, current)
  return (
    <ListBase
      resource={resource.name}
      disableAuthentication
      exporter={may(resource, 'export', user) && exportRows}
      perPage={perPage}
      sort={firstOrder(resource)}
      filterDefaultValues={resource.filter}
      queryOptions={queryOptions}
    >
      <AppearanceContext value={current}>
        <Content resource={resource} views={views} />
      </AppearanceContext>
    </ListBase>
  )
})

/** Saves the rows that react-admin's `ExportButton` has read; the console's own export is a job of the server. */
const exportRows: Exporter<Row> = async (rows, _related, _provider, name = 'rows') => {
  const { exportTable } = await import('./actions/csv.ts')
  exportTable(rows, `${name}.csv`)
}

/**
 * How the rows are asked for. `meta` keeps them apart from whole records in the cache: a row is no form's record. A list of
 * one's own has whole rows, and shares them with react-admin's `List` where it draws one. What the server refuses stands in
 * the place of the rows, so that no message need say it as well.
 */
function useListQuery(
  resource: Resource,
  views: Views<Resource> | undefined,
  { appearance, isOpening }: CurrentAppearance,
) {
  const user = useUser()
  const { shown } = appearance.columns
  const fields = useMemo(
    () => listFields(resource, user, { shown, views })?.join(),
    [resource, user, shown, views],
  )
  const isOwn = views?.list !== undefined
  return useMemo(
    () => ({
      meta: isOwn ? undefined : { view: 'list', ...(fields !== undefined && { fields }) },
      // Which columns it shows, a view says itself.
      enabled: !isOpening,
      onError: () => undefined,
    }),
    [fields, isOpening, isOwn],
  )
}

const Content = memo(function Content({
  resource,
  views,
}: Pick<OpenedProps, 'resource' | 'views'>) {
  const Own = views?.list
  const { many } = useNames(resource)
  return (
    <ListStateProvider>
      <RevealedValues>
        <ActionProvider>
          <RowMenuProvider {...{ resource, views }}>
            {/* A title that it says itself comes later, and stands. */}
            {Own && <PageTitle title={many} />}
            {Own ? <Own /> : <ListPage resource={resource} views={views} />}
            <RecordDrawers resource={resource} views={views} />
          </RowMenuProvider>
        </ActionProvider>
      </RevealedValues>
    </ListStateProvider>
  )
})
