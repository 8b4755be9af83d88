import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import visuallyHidden from '@mui/utils/visuallyHidden'
import { useContext } from 'react'
import { useT } from '../../browser/client/i18n/texts.ts'
import english from '../../texts/en/palette.json'
import { listText } from '../../browser/client/i18n/formats.ts'
import { Failed } from '../../browser/ui/states/StatePanels.tsx'
import { problemOf } from '../../browser/client/http/problem.ts'
import { ResourcesContext } from '../../browser/client/records/resources.ts'
import { fewest, type useFound } from './foundRecords.ts'

interface StateProps {
  text: string
  found: Pick<ReturnType<typeof useFound>, 'problem' | 'leftOut' | 'retry'>
  isWaiting: boolean
  /** Of choices. */
  count: number
}

/** What there is to say about a search: that it failed, was cut short, or found nothing; and for screen readers how much. */
export function SearchState({ text, found, isWaiting, count }: StateProps) {
  const t = useT(english)
  const { problem, leftOut, retry } = found
  const isDone = text !== '' && !isWaiting
  const isCut = isDone && leftOut.length > 0
  // Of what was left out it is not known.
  const isNothing = isDone && count === 0 && !problem && !isCut
  return (
    <>
      {isDone && problem && (
        <Box sx={{ px: 2, pt: 1 }}>
          <Failed problem={problemOf(problem)} onRetry={retry} />
        </Box>
      )}
      {isCut && <LeftOut names={leftOut} onRetry={retry} />}
      {isNothing && <Nothing text={text} />}
      <Box role="status" sx={visuallyHidden}>
        {isDone && count > 0
          ? t('results_count', { smart_count: count })
          : isWaiting && text !== '' && t('searching')}
      </Box>
    </>
  )
}

function Nothing({ text }: { text: string }) {
  const t = useT(english)
  return (
    <Box role="status" sx={{ px: 2, py: 4, textAlign: 'center' }}>
      <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
        {t('nothing_found_for', { text })}
      </Typography>
      <Typography variant="body2" color="text.secondary" sx={{ mt: 0.5 }}>
        {text.length < fewest ? t('type_more') : t('search_tips')}
      </Typography>
    </Box>
  )
}

interface LeftOutProps {
  names: readonly string[]
  onRetry: () => void
}

function LeftOut({ names, onRetry }: LeftOutProps) {
  const t = useT(english)
  const resources = useContext(ResourcesContext)
  const labels = names.map((name) => resources.find((one) => one.name === name)?.label ?? name)
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, px: 2, py: 1 }}>
      <Typography role="status" variant="body2" color="text.secondary" sx={{ flex: 1 }}>
        {t('left_out', { names: listText(labels) })}
      </Typography>
      <Button size="small" onClick={onRetry}>
        {t('try_again')}
      </Button>
    </Box>
  )
}
