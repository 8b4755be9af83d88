import ReportProblemIcon from '@mui/icons-material/ReportProblemOutlined'
import SearchOffIcon from '@mui/icons-material/SearchOff'
import Button from '@mui/material/Button'
import { createElement } from 'react'
import { useListContext } from 'react-admin'

import type { Resource } from '#schema'

import { isSame } from '../../ui/fields/typed.ts'
import { Failed } from '../../ui/states/StatePanels.tsx'
import { useIconOf } from '../../ui/icons.tsx'
import { useUser } from '../../client/session/user.ts'
import { may } from '../../client/records/permitted.ts'
import { problemOf } from '../../client/http/problem.ts'
import { isAway, useRetry } from '../../ui/states/useRetry.ts'
import { useMessage, useNames, useT, type Translate } from '../../client/i18n/texts.ts'
import { useFilters } from './listAddress.ts'
import { useListState } from './listState.tsx'
import { useWithin } from './listAppearance.ts'
import { ImportButton, NewButton } from './listButtons.tsx'
import { firstOrder } from '../../client/records/order.ts'
import { ListNotice } from './ListNotice.tsx'
import english from '../../../texts/en/lists.json'

/** What stands in place of rows: why there are none, and what to do about it. */
export function EmptyList({ resource }: { resource: Resource }) {
  const t = useT(english)
  const user = useUser()
  const { several } = useNames(resource)
  const { clear } = useFilters()
  const isNarrowed = useIsNarrowed(resource)
  const within = useWithin()
  const iconOf = useIconOf()
  if (isNarrowed) {
    return (
      <ListNotice icon={<SearchOffIcon />} title={t('no_match')} hint={t('no_match_hint')}>
        <Button variant="outlined" onClick={clear}>
          {t('clear_all')}
        </Button>
      </ListNotice>
    )
  }
  const mayCreate = may(resource, 'create', user) && (!within || within.defaults !== undefined)
  const mayImport = !within && resource.import !== undefined && may(resource, 'import', user)
  return (
    <ListNotice
      icon={createElement(iconOf(resource, 'label'))}
      title={t('none_yet', { many: (within?.heading ?? several).toLowerCase() })}
      hint={firstOf(resource, t) ?? hintFor(t, mayCreate, mayImport)}
    >
      {mayImport && <ImportButton resource={resource} />}
      <NewButton resource={resource} />
    </ListNotice>
  )
}

/** Whether somebody has chosen a filter, or searches: one that nobody has chosen hides less than it would seem to. */
export function useIsNarrowed({ filter }: Resource): boolean {
  const { values } = useFilters()
  return Object.keys(values).length > 0 && !isSame(values, filter)
}

/** How the first record of a list of the engine comes to be, which begins elsewhere: its text is called after the list. */
function firstOf({ name }: Resource, t: Translate<typeof english>): string | undefined {
  const key = `first_${name}`
  return `console.${key}` in english ? t(key as 'first_jobs') : undefined
}

function hintFor(t: Translate<typeof english>, mayAdd: boolean, mayImport: boolean): string {
  if (mayAdd && mayImport) {
    return t('add_or_import')
  }
  if (mayAdd) return t('add_first')
  if (mayImport) return t('import_first')
  return t('wait_for_others')
}

/** A list request that the server refused, with a way out: a stored filter may be of another day. */
export function FailedList({ resource }: { resource: Resource }) {
  const t = useT(english)
  const { error, refetch, setFilters, setSort } = useListContext()
  const reset = () => {
    setFilters({})
    setSort(firstOrder(resource))
  }
  const messageText = useMessage()
  const message = messageText(error?.message ?? '') || t('list_failed')
  useRetry(isAway(problemOf(error)), () => void refetch())
  // Only what was asked wrongly is mended by asking for something else.
  const isRefused = Number(error && 'status' in error && error.status) === 400
  return (
    <ListNotice
      icon={<ReportProblemIcon />}
      title={message}
      hint={isRefused ? t('list_refused_hint') : t('list_failed_hint')}
    >
      <Button onClick={reset}>{t('reset_list')}</Button>
      <Button variant="outlined" onClick={() => void refetch()}>
        {t('try_again')}
      </Button>
    </ListNotice>
  )
}

/** Above rows that may be others by now, or that stood there before another question: what is wrong, and the ways on. */
export function OldRows() {
  const t = useT(english)
  const { before, error } = useListState()
  const { refetch, setFilters, setSort, setPerPage, setPage } = useListContext()
  const problem = problemOf(error)
  const undo = ({ filterValues, sort, perPage, page }: NonNullable<typeof before>) => {
    setFilters(filterValues)
    setSort(sort)
    setPerPage(perPage)
    // Whatever else changes turns to the first page.
    setPage(page)
  }
  useRetry(isAway(problem), () => void refetch())
  return (
    <Failed
      problem={problem}
      hint={t(before ? 'rows_before' : 'list_failed_hint')}
      action={
        <>
          {before && (
            <Button color="inherit" size="small" onClick={() => undo(before)}>
              {t('undo')}
            </Button>
          )}
          {problem.status !== 400 && (
            <Button color="inherit" size="small" onClick={() => void refetch()}>
              {t('try_again')}
            </Button>
          )}
        </>
      }
    />
  )
}
