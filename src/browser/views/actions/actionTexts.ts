import { numberText } from '../../client/i18n/formats.ts'
import type { Names, Translate } from '../../client/i18n/texts.ts'
import { recordTitle } from '../rows/cells/cells.tsx'
import type { ActionRequest } from './action.ts'
import english from '../../../texts/en/actions.json'

interface Asked {
  t: Translate<typeof english>
  names: Names
  request: ActionRequest
  count: number
  /** It is asked no more: what came of it is shown. */
  isBegun?: boolean
}

/** The title and the question of an action's dialog. They name the record, or say how many there are. */
export function actionTexts({ t, names, request, count, isBegun = false }: Asked): {
  title: string
  question: string
} {
  const { action, target, resource } = request
  const number = numberText(count)
  const things = names.counted(count)
  const question = action.confirm?.replaceAll('%{count}', number) ?? ''
  if ('list' in target) return { title: action.label, question }
  const what =
    'record' in target ? t('quoted', { name: recordTitle(resource, target.record) }) : things
  if (action.name === 'delete' && !isBegun) {
    return {
      title: t('delete_what', { what }),
      question: resource.softDelete ? t('way_back') : t('no_way_back'),
    }
  }
  if (action.name === 'update') return { title: t('edit_what', { what }), question: '' }
  return { title: `${action.label}: ${what}`, question }
}
