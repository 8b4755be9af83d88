import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import { useGetList } from 'react-admin'
import { Link } from 'react-router-dom'

import { Failed, problemOf, useT, useUser, Waiting, type ActionFormProps } from '#browser'

import { integration } from '../../sending/integration/integration.ts'
import { TestForm } from '../../sending/integration/views/TestForm.tsx'
import english from '../../translations/en/console.json'

/** A test call through the integration by which leads go to a department (product.md 11.13). */
export function DepartmentTest(props: ActionFormProps) {
  const t = useT(english)
  const mayMake = useUser().permissions.has('send.integration.create')
  const { target } = props.request
  const department = 'record' in target ? target.record : undefined
  const { data, error, isPending, refetch } = useGetList('send_integrations', {
    filter: { department: department?.id, state_not: 'archived' },
    pagination: { page: 1, perPage: 25 },
    sort: { field: 'id', order: 'ASC' },
  })
  if (isPending) return <Waiting />
  const record =
    data?.find(({ id }) => id === department?.['default_integration']) ??
    data?.find(({ state }) => state === 'active') ??
    data?.[0]
  if (record) {
    const request = { ...props.request, target: { record: { ...record, id: Number(record.id) } } }
    return <TestForm {...props} request={request} />
  }
  return (
    <>
      <DialogContent>
        {error ? (
          <Failed problem={problemOf(error)} onRetry={() => void refetch()} />
        ) : (
          <Alert severity="info">
            {t('department.no_integration')} {t(mayMake ? 'department.make_one' : 'department.ask')}
          </Alert>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={props.onClose}>{t('close')}</Button>
        {mayMake && !error && (
          <Button
            variant="contained"
            component={Link}
            to={newFor(department?.id)}
            onClick={props.onClose}
          >
            {t('department.new_integration')}
          </Button>
        )}
      </DialogActions>
    </>
  )
}

/** The form of a new integration, which begins with the department. */
const newFor = (department: unknown) =>
  `/${integration.routes.create}?source=${encodeURIComponent(JSON.stringify({ department }))}`
