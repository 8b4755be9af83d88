import { accessChanged, conflict, invalid, type Backend, type Behavior } from '#server'

import { permission } from './permission.ts'

/** What the release brings stays: only the words beside its name may be changed (product.md 11.17). */
export const permissionBehavior: Behavior<typeof permission> = {
  afterCreate: (_record, { sql }) => accessChanged(sql),

  beforeUpdate(changes, { name }, { backend }) {
    if (!isBrought(name, backend)) return changes
    const fixed = (['name', 'guard_name'] as const).find((one) => one in changes)
    if (fixed)
      throw invalid({ [fixed]: ['This permission is part of Leadgate and keeps its name'] })
    return changes
  },

  afterUpdate: (_record, _previous, { sql }) => accessChanged(sql),

  async beforeDelete({ name }, { backend, sql }) {
    if (isBrought(name, backend)) {
      throw conflict('This permission is part of Leadgate and cannot be deleted.')
    }
    await accessChanged(sql)
  },
}

const isBrought = (name: string, { business }: Backend) =>
  business.permissions.some((one) => one.name === name)
