import { numberText } from '../../client/i18n/formats.ts'
import { recordTitle } from '../list/cells.tsx'
import type { Names, Say } from '../../client/i18n/texts.ts'
import type { ActRequest } from './action.ts'

interface Asked {
  say: Say
  names: Names
  request: ActRequest
  count: number
}

/** The title and the question of an act's dialog. They name the record, or say how many there are. */
export function actWords({ say, names, request, count }: Asked): {
  title: string
  question: string
} {
  const { act, target, resource } = request
  const number = numberText(count)
  const things = `${number} ${(count === 1 ? names.one : names.many).toLowerCase()}`
  const what = 'record' in target ? `“${recordTitle(resource, target.record)}”` : things
  if (act.name === 'delete') {
    return {
      title: say('delete_what', 'Delete %{what}?', { what }),
      question: resource.softDelete
        ? say('way_back', 'You can undo it afterwards.')
        : say('no_way_back', 'This cannot be undone.'),
    }
  }
  if (act.name === 'update')
    return { title: say('edit_what', 'Edit %{what}', { what }), question: '' }
  const question = act.confirm?.replaceAll('%{count}', number) ?? ''
  return { title: `${act.label}: ${what}`, question }
}
