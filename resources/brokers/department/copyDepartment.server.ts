import { notFound, type Context } from '#server'

import { brokerDepartment, type BrokerDepartment } from './brokerDepartment.ts'
import { capLinesOf } from './changeRoom.server.ts'

/** What a copy has of its own, or gets from those who may give it. */
const ownOfEach: ReadonlySet<string> = new Set<keyof BrokerDepartment>([
  'branch_name',
  'default_integration',
  'may_send_restricted',
  'caps',
])

const copied: readonly string[] = Object.values(brokerDepartment.form)
  .flat()
  .filter((name) => !ownOfEach.has(name))

/** Makes a department with the settings and caps of another one; without its token and integrations. */
export async function copyDepartment(
  one: BrokerDepartment | undefined,
  branch_name: string,
  { records }: Context,
): Promise<{ copy: number }> {
  if (!one) throw notFound()
  const settings = Object.fromEntries(Object.entries(one).filter(([name]) => copied.includes(name)))
  const caps = await capLinesOf(one.id, records)
  const copy = await records(brokerDepartment).create({ ...settings, branch_name, caps })
  return { copy: copy.id }
}
