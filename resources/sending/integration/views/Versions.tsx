import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useGetList, type RaRecord } from 'react-admin'

import {
  Failed,
  Moment,
  problemOf,
  useSettled,
  useStartAction,
  useT,
  useUser,
  Waiting,
} from '#browser'

import english from '../../../translations/en/console.json'
import { integration, type Integration } from '../integration.ts'
import { testedFields } from '../testedFields.ts'
import { Code } from './CallText.tsx'
import { rollBackAction } from './RollBack.tsx'
import { useIntegrationWords } from './useIntegrationWords.browser.ts'

interface Version extends RaRecord {
  readonly id: number
  readonly number: number
  readonly created_at: string
  readonly content: Readonly<Record<string, unknown>>
  /** The name of the user who saved it, for those who may see it. */
  readonly labels?: { readonly user?: { readonly label: string | null } | null }
}

export const VersionsLabel = () => useT(english)('integration.versions')

/** What each save changed, and the way back to it (product.md 7.6). */
export function Versions({ record }: { record: Integration }) {
  const t = useT(english)
  const startAction = useStartAction()
  const mayChange = useUser().permissions.has('send.integration.update')
  const {
    data: versions,
    error,
    refetch,
  } = useGetList<Version>('integration_versions', {
    filter: { integration: record.id },
    pagination: { page: 1, perPage: 50 },
    sort: { field: 'number', order: 'DESC' },
  })
  const data = useSettled(versions)
  const askToRollBack = ({ number, content }: Version) => {
    const now = data?.[0]?.content ?? {}
    const isUntested = [...testedFields].some((name) => !isSame(content[name], now[name]))
    const back = { number, isUntested }
    const action = rollBackAction(t('integration.roll_back'), back, record.state === 'active')
    startAction({ resource: integration, action, target: { record } })
  }
  if (!versions && error) {
    return <Failed problem={problemOf(error)} onRetry={() => void refetch()} />
  }
  if (!data) return <Waiting />
  return (
    <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
      {data.length === 0 && (
        <Typography color="text.secondary">{t('integration.no_versions')}</Typography>
      )}
      {data.map((version, at) => (
        <Box component="section" key={version.id} sx={{ display: 'grid', gap: 1, minWidth: 0 }}>
          <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
            <Typography variant="subtitle2" component="h3">
              {t('integration.version', { number: version.number })}
            </Typography>
            <Typography variant="body2" color="text.secondary">
              <Moment value={version.created_at} />
              {version.labels?.user?.label && `, ${version.labels.user.label}`}
            </Typography>
            {mayChange && at > 0 && record.state !== 'archived' && (
              <Button size="small" onClick={() => askToRollBack(version)}>
                {t('integration.roll_back')}
              </Button>
            )}
          </Box>
          <Differences now={version} before={data[at + 1]} />
        </Box>
      ))}
    </Box>
  )
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

function Differences({ now, before }: { now: Version; before: Version | undefined }) {
  const t = useT(english)
  const { place, lines } = useIntegrationWords()
  const text = (name: string, { content }: Version) => lines(name, content[name])
  if (!before) return <Typography variant="body2">{t('integration.first_version')}</Typography>
  const names = [...new Set([...Object.keys(before.content), ...Object.keys(now.content)])]
  const changed = names.filter((name) => text(name, before) !== text(name, now))
  return changed.map((name) => (
    <Box key={name} sx={{ display: 'grid', gap: 0.5, minWidth: 0 }}>
      <Typography variant="body2" sx={{ fontWeight: 600 }}>
        {place(name)}
      </Typography>
      <Code text={difference(text(name, before), text(name, now))} />
    </Box>
  ))
}

/** The lines that went, and those that came. */
function difference(before: string, now: string): string {
  const [old, fresh] = [before.split('\n'), now.split('\n')]
  const gone = without(old, fresh).map((line) => `− ${line}`)
  const come = without(fresh, old).map((line) => `+ ${line}`)
  return [...gone, ...come].join('\n') || now
}

/** The lines that the others lack, each as often as they lack it. */
function without(lines: readonly string[], others: readonly string[]): string[] {
  const left = [...others]
  return lines.filter((line) => {
    const at = left.indexOf(line)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}
