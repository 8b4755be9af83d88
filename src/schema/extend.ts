import type { Fields } from '../kinds/field.ts'
import { withConditions } from './query/conditions.ts'
import { withTransitions } from './states.ts'
import type { Actions } from './actions.ts'
import { withTarget } from './query/joined.ts'
import type { Resource } from './resource.ts'
import type { Declaration } from './declaration.ts'

/** What a business adds to a resource of the system; what it names in the place of a view stands there whole. */
type Extension<F extends Fields, More extends Fields, A extends Actions> = Partial<
  Pick<
    Declaration<F & More, A>,
    | 'access'
    | 'filters'
    | 'form'
    | 'group'
    | 'hiddenColumns'
    | 'icon'
    | 'indexes'
    | 'list'
    | 'show'
    | 'tabs'
    | 'views'
  >
> & { readonly fields: More }

/**
 * Returns a resource of the system with further fields, and with other views where they are given: a `list`, `form` or `show`
 * names all that stands there. The business lists it among its own, and the next migration adds the columns.
 * ```ts
 * import { user as systemUser } from '#system'
 *
 * export const user = extend(systemUser, {
 *   fields: { is_vet: field.boolean({ default: false, label: 'Vet' }) },
 *   list: ['name', 'email', 'roles', 'is_vet', 'is_active'],
 * })
 * ```
 */
export function extend<
  Name extends string,
  F extends Fields,
  A extends Actions,
  const More extends Fields,
>(
  resource: Resource<Name, F, A>,
  { fields, access, ...views }: Extension<F, More, A>,
): Resource<Name, F & More, A> {
  return {
    ...resource,
    ...views,
    access: { ...resource.access, ...access },
    fields: { ...resource.fields, ...withTarget(resource.name, withConditions(fields)) },
    actions: withTransitions(fields, resource.permission, resource.actions),
  } as unknown as Resource<Name, F & More, A>
}
