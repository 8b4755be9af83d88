import { cut, useResources, type Views } from '#browser'
import type { RecordOf } from '#schema'

import type { schedule } from './schedule.ts'

/** What a resource does again and again stands under its name, not under its key. */
export const scheduleViews: Views<typeof schedule> = { fields: { name: ScheduleName } }

function ScheduleName({ record: { name } }: { record: RecordOf<typeof schedule> }) {
  const resources = useResources()
  const [key = '', ...words] = name.split('.')
  const resource = resources.find((one) => one.name === key)
  return cut(resource ? `${resource.label}: ${words.join('.')}` : capitalized(name))
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
