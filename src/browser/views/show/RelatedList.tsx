import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { Suspense, useContext, useId, useMemo } from 'react'
import { ListBase } from 'react-admin'

import type { Related, Resource } from '#schema'

import { useT } from '../../client/i18n/texts.ts'
import type { Row } from '../../client/records/row.ts'
import { isClosed } from '../../client/records/permitted.ts'
import { firstOrder } from '../../client/records/order.ts'
import { useIsNarrowed } from '../list/EmptyList.tsx'
import { NewButton } from '../list/listButtons.tsx'
import { RowsOrFailure } from '../list/ListPage.tsx'
import { listFields } from '../list/listRequest.ts'
import { Rows } from '../list/ListRows.tsx'
import { countText, ListStateProvider, useListProgress, useListState } from '../list/listState.tsx'
import { ListTools } from '../list/tools/ListTools.tsx'
import { AppearanceContext, type ListAppearance, useAppearance } from '../list/listAppearance.ts'
import { RevealedValues } from '../reveal/revealed.tsx'
import { RowMenuProvider } from '../rows/RowMenu.tsx'
import { SlotsContext } from '../slots.ts'
import { useUser } from '../../client/session/user.ts'
import { keyOf, valuesOf, partOf } from './relatedResource.ts'

interface ListProps {
  /** What the record is that the rows point at. */
  home: Resource
  record: Row
  heading: string
  related: Related
  /** What is listed. */
  resource: Resource
}

/** The records that point at one, with tools and pages of their own, under a heading with their number. */
export function RelatedList({ home, record, heading, related, resource: listed }: ListProps) {
  const { id } = record
  const user = useUser()
  const headingId = useId()
  const views = useContext(SlotsContext).views?.[listed.name]
  const resource = useMemo(() => partOf(listed, related), [listed, related])
  const key = keyOf(home, related)
  const appearance = useAppearance(resource, undefined, key)
  const { shown } = appearance.columns
  const fields = listFields(resource, user, { shown, views })?.join()
  const values = useMemo(() => valuesOf(related, listed, id), [related, listed, id])
  const filter = useMemo(() => ({ ...related.filter, ...values }), [related, values])
  const current = useMemo(
    () => ({
      appearance,
      isOpening: false,
      within: {
        heading,
        defaults: related.create && !isClosed(home, record) ? values : undefined,
      },
    }),
    [appearance, heading, home, record, related, values],
  )
  const queryOptions = useMemo(
    () => ({ meta: { view: 'related', ...(fields && { fields }) }, onError: () => undefined }),
    [fields],
  )
  return (
    <ListBase
      resource={resource.name}
      disableAuthentication
      disableSyncWithLocation
      storeKey={`${key}.${id}`}
      exporter={false}
      filter={filter}
      perPage={10}
      sort={firstOrder(resource)}
      queryOptions={queryOptions}
    >
      <AppearanceContext value={current}>
        <ListStateProvider>
          <RevealedValues>
            <RowMenuProvider {...{ resource, views }}>
              <Box component="section" aria-labelledby={headingId} sx={partStyle}>
                <Head id={headingId} {...{ heading, resource }} />
                <Suspense>
                  <Tools {...{ resource, appearance }} />
                  <RowsOrFailure resource={resource}>
                    <Rows {...{ resource, views, appearance }} isOpening={false} />
                  </RowsOrFailure>
                </Suspense>
              </Box>
            </RowMenuProvider>
          </RevealedValues>
        </ListStateProvider>
      </AppearanceContext>
    </ListBase>
  )
}

/** The heading, and the way to a new record: where there is none yet, that stands below with the words why. */
function Head({ id, heading, resource }: { id: string; heading: string; resource: Resource }) {
  const isBare = useIsBare(resource)
  return (
    <Box sx={headStyle}>
      <Heading id={id} text={heading} />
      {!isBare && <NewButton resource={resource} />}
    </Box>
  )
}

/** Where there is nothing to find, nothing finds it. */
function Tools({ resource, appearance }: { resource: Resource; appearance: ListAppearance }) {
  return !useIsBare(resource) && <ListTools {...{ resource, appearance }} listActions={noActions} />
}

const noActions: [] = []

/** Whether there are no records at all, however the list is filtered. */
function useIsBare(resource: Resource): boolean {
  const { total } = useListState()
  const isNarrowed = useIsNarrowed(resource)
  // Of another question, before a filter was taken off: who types in the search box keeps it.
  const { isPlaceholderData } = useListProgress()
  return total === 0 && !isNarrowed && !isPlaceholderData
}

function Heading({ id, text }: { id: string; text: string }) {
  const t = useT()
  const { total, isEstimate } = useListState()
  return (
    <Typography id={id} component="h2" variant="subtitle1" sx={{ flex: 1, fontWeight: 600 }}>
      {text}{' '}
      {total !== undefined && (
        <Typography component="span" color="text.secondary">
          {countText(t, total, isEstimate)}
        </Typography>
      )}
    </Typography>
  )
}

const partStyle = { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }

const headStyle = { display: 'flex', alignItems: 'center', gap: 1, minHeight: 37 }
