import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import visuallyHidden from '@mui/utils/visuallyHidden'
import { useContext } from 'react'
import { useTranslate } from 'react-admin'

import { listText } from '../../browser/client/i18n/formats.ts'
import { Failed } from '../../browser/ui/states/StatePanels.tsx'
import { problemOf } from '../../browser/client/http/problem.ts'
import { ResourcesContext } from '../../browser/client/records/resources.ts'
import { useText } from '../../browser/client/i18n/texts.ts'
import { fewest, type useFound } from './useFound.ts'

interface StateProps {
  text: string
  found: Pick<ReturnType<typeof useFound>, 'problem' | 'leftOut' | 'retry'>
  isWaiting: boolean
  /** Of choices. */
  count: number
}

/** What there is to say about a search: that it failed, was cut short, or found nothing; and for screen readers how much. */
export function SearchState({ text, found, isWaiting, count }: StateProps) {
  const say = useText()
  const { problem, leftOut, retry } = found
  const isDone = text !== '' && !isWaiting
  const isNothing = isDone && count === 0 && !problem
  return (
    <>
      {isDone && problem && (
        <Box sx={{ px: 2, pt: 1 }}>
          <Failed problem={problemOf(problem)} onRetry={retry} />
        </Box>
      )}
      {isDone && leftOut.length > 0 && <LeftOut names={leftOut} />}
      {isNothing && <Nothing text={text} />}
      <Box role="status" sx={visuallyHidden}>
        {isDone && count > 0
          ? say('results_count', '%{smart_count} result |||| %{smart_count} results', {
              smart_count: count,
            })
          : isWaiting && text !== '' && say('searching', 'Searching')}
      </Box>
    </>
  )
}

function Nothing({ text }: { text: string }) {
  const say = useText()
  return (
    <Box role="status" sx={{ px: 2, py: 4, textAlign: 'center' }}>
      <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
        {say('nothing_found_for', 'Nothing found for “%{text}”', { text })}
      </Typography>
      <Typography variant="body2" color="text.secondary" sx={{ mt: 0.5 }}>
        {text.length < fewest
          ? say('type_more', 'Type one more character to find records.')
          : say(
              'search_tips',
              'Try fewer letters, a whole e-mail address or phone number, or a record’s number like #123.',
            )}
      </Typography>
    </Box>
  )
}

function LeftOut({ names }: { names: readonly string[] }) {
  const say = useText()
  const translate = useTranslate()
  const resources = useContext(ResourcesContext)
  const labels = names.map((name) => {
    const label = resources.find((one) => one.name === name)?.label ?? name
    return translate(`resources.${name}.name`, { smart_count: 2, _: label })
  })
  return (
    <Typography variant="body2" color="text.secondary" sx={{ px: 2, py: 1 }}>
      {say('left_out', 'Took too long and was left out: %{names}. Type more to find less.', {
        names: listText(labels),
      })}
    </Typography>
  )
}
