import Box from '@mui/material/Box'
import { Suspense, useCallback, useId, useState, type ReactNode } from 'react'
import { useGetOne } from 'react-admin'

import type { Resource } from '#schema'

import { ActionProvider } from '../actions/ActionProvider.tsx'
import { useT } from '../../client/i18n/texts.ts'
import { formMeta } from '../../client/records/resources.ts'
import type { Row } from '../../client/records/row.ts'
import english from '../../../texts/en/records.json'
import { BesideFormContext, FormStandsContext, type TabBeside } from '../forms/besideForm.ts'
import { useAddressTab } from '../useAddressTab.ts'
import { RecordTabs } from './RecordTabs.tsx'
import { OneRelated, RelatedLists, useRelated } from './RelatedLists.tsx'
import { relatedTabs } from './relatedTabs.tsx'

interface RelatedProps {
  resource: Resource
  id: number
  /** The form. */
  children: ReactNode
}

/** What points at the record, in tabs beside its form where it stands so beside its fields, or below. */
export function WithRelated({ resource, id, children }: RelatedProps) {
  const t = useT(english)
  const related = useRelated(resource)
  const [isStanding, setStanding] = useState(false)
  const stands = useCallback(() => setStanding(true), [])
  if (related.length === 0) return children
  if (!resource.showTabs) {
    return (
      <>
        <FormStandsContext value={stands}>{children}</FormStandsContext>
        {isStanding && (
          <Pointing {...{ resource, id }}>
            {(record) => <RelatedLists {...{ resource, record }} />}
          </Pointing>
        )}
      </>
    )
  }
  const lists = relatedTabs(related, (one) => (
    <Pointing {...{ resource, id }}>
      {(record) => <OneRelated home={resource} {...{ record, one }} />}
    </Pointing>
  ))
  if (resource.formTabs) return <BesideForm tabs={lists}>{children}</BesideForm>
  const form = { name: '', label: t('details'), content: children }
  return <RecordTabs keepsFirst tabs={[form, ...lists]} />
}

/** A form in tabs has these in the same row; what they open stands below it, where no list is a part of the form. */
function BesideForm({ tabs, children }: { tabs: readonly TabBeside[]; children: ReactNode }) {
  const [current, choose] = useAddressTab()
  const base = useId()
  const open = tabs.find(({ name }) => name === current)
  const idOf = (part: string, { name }: TabBeside) => `${base}${part}${name}`
  return (
    <>
      <BesideFormContext value={{ tabs, current, open, choose, idOf }}>
        {children}
      </BesideFormContext>
      {tabs.map((tab) => (
        <Box
          key={tab.name}
          role="tabpanel"
          id={idOf('panel', tab)}
          aria-labelledby={idOf('tab', tab)}
          hidden={tab !== open}
        >
          {tab === open && <Suspense>{tab.content}</Suspense>}
        </Box>
      ))}
    </>
  )
}

interface PointingProps extends Omit<RelatedProps, 'children'> {
  children(record: Row): ReactNode
}

/** Waits for the record that is pointed at. */
function Pointing({ resource, id, children }: PointingProps) {
  const { data } = useGetOne<Row>(resource.name, { id, meta: formMeta })
  return data && <ActionProvider>{children(data)}</ActionProvider>
}
