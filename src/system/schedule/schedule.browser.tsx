import { useTranslate } from 'react-admin'

import { cut, useResources, type Views } from '#browser'
import { messageName, type RecordOf } from '#schema'

import type { schedule } from './schedule.ts'

/** What a resource does again and again stands under its name, not under its key. */
export const scheduleViews: Views<typeof schedule> = { fields: { name: ScheduleName } }

function ScheduleName({ record: { name } }: { record: RecordOf<typeof schedule> }) {
  const resources = useResources()
  const translate = useTranslate()
  const [key = '', ...words] = name.split('.')
  const resource = resources.find((one) => one.name === key)
  const english = capitalized(resource ? words.join('.') : name)
  const text = translate(`console.schedules.${messageName(name)}`, { _: english })
  return cut(resource ? `${resource.label}: ${text}` : text)
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
