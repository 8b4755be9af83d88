import { sql } from 'kysely'

import type { Sql } from '../kernel/database.ts'
import { productName } from '../kernel/productName.ts'
import { msg } from '../../texts/serverMsg.ts'

/** Names that the console itself stands under. */
const reserved = ['System', 'Leadgate', productName]

/**
 * Returns why no other person may be called so: the name is one of the console's own, or reads like that of another
 * active user; undefined for a free one. Two who ask at once wait for each other.
 */
export async function checkPersonName(
  database: Sql,
  name: string,
  userId = 0,
): Promise<string | undefined> {
  const wanted = lookOf(name)
  if (reserved.some((one) => lookOf(one) === wanted)) {
    return msg('this_name_is_reserved_choose_another_one')
  }
  await sql`select pg_advisory_xact_lock(hashtext('leadgate names'))`.execute(database)
  const { rows } = await sql<{ name: string }>`
    select name from users where is_active and deleted_at is null and id <> ${userId}
  `.execute(database)
  if (!rows.some((row) => lookOf(row.name) === wanted)) return undefined
  return msg('somebody_else_is_called_so_add_a')
}

/** What a reader sees of a name at a glance: without case, width, accents, spaces and signs, lookalikes made one. */
function lookOf(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}|]/gu, '')
    .replaceAll(/./gsu, (sign) => lookalikes[sign] ?? sign)
}

const lookalikes: Readonly<Record<string, string>> = {
  ...pairs('0 1 | i', 'o l l l'),
  ...pairs('а е о р с у х і ј ѕ к м т в н ԁ', 'a e o p c y x l j s k m t b h d'),
  ...pairs('α ε ο ρ ν υ χ ι κ τ η', 'a e o p v u x l k t n'),
}

function pairs(from: string, to: string): Record<string, string> {
  const target = to.split(' ')
  return Object.fromEntries(from.split(' ').map((sign, at) => [sign, target[at] ?? sign]))
}
