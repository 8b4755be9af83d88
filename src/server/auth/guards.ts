import { sql } from 'kysely'

import type { Context } from '../kernel/backend.ts'
import type { Sql } from '../kernel/database.ts'
import { conflict, forbidden } from '../kernel/errors.ts'
import { permissionNames } from '../database/permissionNames.ts'
import { msg } from '../../texts/serverMsg.ts'

/** The user who gives, takes or changes. */
type Actor = Pick<Context, 'sql' | 'user' | 'backend'>

/** Throws 403 when the actor gives or takes a permission that they do not hold. Holders of a full role may move any. */
export async function grantable(actor: Actor, names: readonly string[]): Promise<void> {
  const missing = names.find((name) => !actor.user.permissions.has(name))
  if (missing === undefined || (await isFull(actor))) return
  throw forbidden(msg('you_cannot_give_the_permission_you_do', { missing }))
}

/** Throws 403 when the actor gives a role with a permission that they do not hold. */
export async function grantableRoles(actor: Actor, roleIds: readonly number[]): Promise<void> {
  await grantable(actor, await permissionsOfRoles(actor.sql, roleIds))
}

/** Throws 403 when the actor changes a role with a permission that they do not hold. */
export async function checkRoleRank(actor: Actor, roleId: number): Promise<void> {
  const names = await permissionsOfRoles(actor.sql, [roleId])
  if (names.every((name) => actor.user.permissions.has(name)) || (await isFull(actor))) return
  throw forbidden(msg('this_role_holds_permissions_that_you_do'))
}

/**
 * Throws 403 when the actor changes or takes over the account of somebody who may do more: who sets a password, an
 * address or the active mark of an account could act as its owner.
 */
export async function checkRank(actor: Actor, targetId: number): Promise<void> {
  const { sql: database, user } = actor
  if (targetId === user.id) return
  const { rows } = await sql<{ permissions: string[] }>`
    select ${permissionNames('users.id')} as permissions from users where id = ${targetId}
  `.execute(database)
  const names = rows[0]?.permissions ?? []
  const isWithin = names.every((name) => user.permissions.has(name))
  const isFree = restrictionsOf(actor).some((name) => !names.includes(name))
  if ((isWithin && !isFree) || (await isFull(actor))) return
  throw forbidden(msg('this_user_holds_permissions_that_you_do'))
}

/**
 * Throws 403 when somebody who is restricted sets a role or an account free of the restriction: to lose a permission
 * that takes something away is a gain. `before` is undefined for what is new.
 */
export async function checkRestrictions(
  actor: Actor,
  before: readonly string[] | undefined,
  after: readonly string[],
): Promise<void> {
  const freed = restrictionsOf(actor).find(
    (name) => !after.includes(name) && (before === undefined || before.includes(name)),
  )
  if (freed === undefined || (await isFull(actor))) return
  throw forbidden(msg('you_cannot_take_away_it_restricts_you', { freed }))
}

/** The names of the permissions of all these roles together. */
export async function permissionsOfRoles(
  database: Sql,
  roleIds: readonly number[],
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct p.name from roles_permissions rp join permissions p on p.id = rp.target_id
    where rp.record_id = any(${[...roleIds]}::bigint[])`.execute(database)
  return rows.map(({ name }) => name)
}

/** The permissions the actor holds that take something away. */
const restrictionsOf = ({ user, backend }: Actor): string[] =>
  backend.business.permissions
    .filter(({ name, restricts }) => restricts && user.permissions.has(name))
    .map(({ name }) => name)

async function isFull({ sql: database, user }: Actor): Promise<boolean> {
  const { rows } = await sql`
    select from users_roles ur join roles r on r.id = ur.target_id
    where ur.record_id = ${user.id} and r.is_full limit 1`.execute(database)
  return rows.length > 0
}

/** What a write has taken from people: roles from somebody active, or permissions from a role. */
export interface Loss {
  /** Ids of roles that somebody active has lost or will lose. */
  readonly roles?: readonly number[]
  /** Ids of permissions that a role has lost. */
  readonly permissions?: { readonly role: number; readonly ids: readonly number[] }
  /** The user who goes, when the write is still to come. */
  readonly without?: number
}

/** What an active user must hold for the console to stay manageable. */
const managing = ['management.user.update', 'management.role.update']

/**
 * Throws 409 when no active user could manage users and roles any more, when none has a full role any more,
 * or when a permission that an active user held would have no active holder. Call it in the transaction of the write:
 * after it, or before it with `without`. Two such writes wait for each other.
 */
export async function keepHolders(database: Sql, loss: Loss): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('leadgate administrators'))`.execute(database)
  // A statement of its own: it must see what the write that held the lock has committed.
  const { roles = [], permissions = { role: 0, ids: [] }, without = 0 } = loss
  const { rows } = await sql<{ is_managed: boolean; is_full_lost: boolean; orphaned: string[] }>`
    with active as (
      select id from users where is_active and deleted_at is null and id <> ${without}
    ), held as (
      select distinct ur.target_id as role from users_roles ur join active on active.id = ur.record_id
    ), lost as (
      select target_id as permission from roles_permissions
      where record_id = any(${[...roles]}::bigint[])
      union
      select unnest(${[...permissions.ids]}::bigint[]) from held where role = ${permissions.role}
    )
    select
      exists (
        select from active where ${managing}::text[] <@ ${permissionNames('active.id')}
      ) as is_managed,
      exists (select from roles where id = any(${[...roles]}::bigint[]) and is_full) and not exists (
        select from held join roles on roles.id = held.role where roles.is_full
      ) as is_full_lost,
      array(
        select p.name from lost join permissions p on p.id = lost.permission
        where p.guard_name = 'api' and not exists (
          select from held join roles_permissions rp on rp.record_id = held.role
          where rp.target_id = p.id
        )
        order by p.name
      ) as orphaned`.execute(database)
  const [found] = rows
  if (!found?.is_managed || found.is_full_lost) {
    throw conflict(msg('one_active_administrator_must_remain'))
  }
  const [first, ...more] = found.orphaned
  if (first === undefined) return
  const names = [first, ...more.slice(0, 2), ...(more.length > 2 ? ['…'] : [])].join(', ')
  throw conflict(msg('nobody_active_would_hold_any_more_give', { names }))
}
