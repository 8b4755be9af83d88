import { numberText } from '../../client/i18n/formats.ts'
import type { Names, Translate } from '../../client/i18n/texts.ts'
import { recordTitle } from '../rows/cells.tsx'
import type { ActRequest } from './action.ts'
import english from '../../../texts/actions.json'

interface Asked {
  t: Translate<typeof english>
  names: Names
  request: ActRequest
  count: number
}

/** The title and the question of an act's dialog. They name the record, or say how many there are. */
export function actWords({ t, names, request, count }: Asked): { title: string; question: string } {
  const { act, target, resource } = request
  const number = numberText(count)
  const things = `${number} ${(count === 1 ? names.one : names.many).toLowerCase()}`
  const question = act.confirm?.replaceAll('%{count}', number) ?? ''
  if ('list' in target) return { title: act.label, question }
  const what = 'record' in target ? `“${recordTitle(resource, target.record)}”` : things
  if (act.name === 'delete') {
    return {
      title: t('delete_what', { what }),
      question: resource.softDelete ? t('way_back') : t('no_way_back'),
    }
  }
  if (act.name === 'update') return { title: t('edit_what', { what }), question: '' }
  return { title: `${act.label}: ${what}`, question }
}
