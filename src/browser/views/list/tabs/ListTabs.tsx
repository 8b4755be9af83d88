import { useState, type ReactNode } from 'react'
import { useTranslate } from 'react-admin'
import { useNavigate } from 'react-router-dom'

import type { TabCount } from '#contract'
import { fieldOf, kindOf, messageName, targetOf, type Field, type Resource } from '#schema'

import { useChoices } from '../../../ui/fields/options.ts'
import { useListPresets } from '../../slots.ts'
import { standardSearch, useFilters } from '../listAddress.ts'
import { usePerPage } from '../listRequest.ts'
import { useCounts } from '../useCounts.ts'
import { TabBar } from './TabBar.tsx'

const path = 'tabs/search'

interface TabsProps {
  resource: Resource
}

/** Parts of the list, each with the number of its records: its declared views, or the values of one field. */
export function ListTabs({ resource }: TabsProps) {
  const { tabs } = resource
  const field = typeof tabs === 'string' ? fieldOf(resource, tabs) : undefined
  return field && typeof tabs === 'string' ? (
    <ValueTabs {...{ resource, field }} name={tabs} />
  ) : (
    <ViewTabs resource={resource} />
  )
}

function ViewTabs({ resource }: TabsProps) {
  const translate = useTranslate()
  const navigate = useNavigate()
  const perPage = usePerPage()
  const isFiltered = Object.keys(useFilters().values).length > 0
  const { preset } = useListPresets().useCurrent(resource)
  const tabs = useCounts(resource, { path, filter: {} })
  const isDeclared = tabs?.some(({ value }) => value === preset?.id)
  return (
    <TabBar
      resource={resource}
      tabs={tabs}
      chosen={isDeclared ? String(preset?.id) : preset || isFiltered ? undefined : ''}
      labelOf={(value) =>
        translate(`resources.${resource.name}.views.${messageName(String(value))}`, {
          _: String(value),
        })
      }
      choose={(value) =>
        void navigate({
          search:
            value === ''
              ? standardSearch(resource, perPage)
              : `?view=${encodeURIComponent(String(value))}`,
        })
      }
    />
  )
}

interface ValueProps extends TabsProps {
  name: string
  field: Field
}

function ValueTabs({ resource, name, field }: ValueProps) {
  const { values, set } = useFilters()
  const { [name]: own, ...others } = values
  const tabs = useCounts(resource, { path, filter: others })
  const target = targetOf(field)
  const ids = target && tabs ? tabs.map(({ value }) => Number(value)) : []
  const { chosen, isNaming } = useChoices(target ?? resource.name, ids, { isFilter: true })
  const labelOf = (value: TabCount['value']): ReactNode =>
    target ? chosen.find(({ id }) => id === value)?.label : kindOf(field).choices?.(field)[value]
  const now = [own ?? []].flat().map(String)
  // What holds nothing stands there as long as it is chosen.
  const shown = tabs?.filter(({ value, count }) => count !== 0 || now.includes(String(value)))
  // A name that came after its number would move all tabs behind it.
  const [isNamed, setNamed] = useState(false)
  if (tabs && !isNaming && !isNamed) setNamed(true)
  const valueOf = (text: string) => shown?.find(({ value }) => String(value) === text)?.value
  return (
    <TabBar
      {...{ resource, labelOf }}
      tabs={isNamed ? shown : undefined}
      chosen={now.length === 0 ? '' : now.length === 1 ? (now[0] ?? '') : undefined}
      choose={(text) => set({ [name]: valueOf(text) })}
    />
  )
}
