import {
  accessChanged,
  completeFullRoles,
  conflict,
  invalid,
  tellAuditors,
  type Backend,
  type Behavior,
} from '#server'

import { permission } from './permission.ts'
import { msg } from '../../texts/serverMsg.ts'

/** What the release brings stays: only the words beside its name may be changed. */
export const permissionBehavior: Behavior<typeof permission> = {
  derived: {
    roles: `(
      select string_agg(r.name, ', ' order by r.name) from roles_permissions rp join roles r on r.id = rp.record_id
      where rp.target_id = d.id
    )`,
  },

  async afterCreate(record, context) {
    await completeFullRoles(context.sql)
    await accessChanged(context.sql)
    await tellAuditors(context, 'permission_created', about(record))
  },

  beforeUpdate(changes, { name }, { backend }) {
    if (!isBrought(name, backend)) return changes
    const fixed = (['name', 'guard_name'] as const).find((one) => one in changes)
    if (fixed) throw invalid({ [fixed]: [msg('this_permission_is_part_of_the_console_and_keeps')] })
    return changes
  },

  async afterUpdate(record, _previous, context) {
    await accessChanged(context.sql)
    await tellAuditors(context, 'permission_changed', about(record))
  },

  async beforeDelete(record, context) {
    if (isBrought(record.name, context.backend)) {
      throw conflict(msg('this_permission_is_part_of_the_console_and_cannot'))
    }
    await accessChanged(context.sql)
    await tellAuditors(context, 'permission_deleted', about(record))
  },
}

const about = ({ id, name }: { id: number; name: string }) => ({
  resource: permission.name,
  id,
  name,
})

const isBrought = (name: string, { business }: Backend) =>
  business.permissions.some((one) => one.name === name)
