import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useGetList } from 'react-admin'

import { useT, useUser } from '#browser'

import { role, type Role } from '../role.ts'
import type { Listed } from './permissionGroups.ts'
import type { Chosen } from './useMatrix.browser.ts'
import english from '../../../texts/en/permissions.json'

/** A new role takes the permissions of another one to begin with, as far as the user holds them. */
export function StartFrom({ all, chosen }: { all: readonly Listed[]; chosen: Chosen }) {
  const t = useT(english)
  const user = useUser()
  const [from, setFrom] = useState('')
  const mayList = role.access.list(user) !== false
  const { data: roles = [] } = useGetList<Role>('roles', request, {
    enabled: mayList,
    onError: () => undefined,
  })
  if (!mayList) return null
  const start = (id: string) => {
    setFrom(id)
    const { permissions = [] } = roles.find((one) => String(one.id) === id) ?? {}
    const given = all.filter(
      (one) => permissions.includes(one.id) && user.permissions.has(one.name),
    )
    chosen.replace(given.map((one) => one.id))
  }
  return (
    <TextField
      select
      margin="none"
      label={t('start_from')}
      value={from}
      disabled={roles.length === 0}
      onChange={({ target }) => start(target.value)}
      sx={{ maxWidth: { sm: 300 } }}
    >
      <MenuItem value="">{t('start_empty')}</MenuItem>
      {roles.map(({ id, name }) => (
        <MenuItem key={id} value={String(id)}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  )
}

const request = {
  pagination: { page: 1, perPage: 100 },
  sort: { field: 'name', order: 'ASC' },
} as const
