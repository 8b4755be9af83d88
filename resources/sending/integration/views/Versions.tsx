import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'

import { Moment, useStartAction, useT, useUser } from '#browser'
import { useLoaded } from '#browser/later'

import english from '../../../translations/en/console.json'
import { integration, type Integration } from '../integration.ts'
import { useVersions } from '../versions/versions.browser.ts'
import { Differences } from './Differences.tsx'
import { RollBack, rollBackTo } from './RollBack.tsx'

/** It comes with the versions that it chooses among. */
export { RollBack }

export const VersionsLabel = () => useT(english)('integration.versions')

/** What each save changed, and the way back to it (product.md 7.6). */
export function Versions({ record }: { record: Integration }) {
  const t = useT(english)
  const startAction = useStartAction()
  const mayChange = useUser().permissions.has('send.integration.update')
  const { data, pending } = useLoaded(useVersions(record.id))
  const askToRollBack = (number: number) => {
    const action = rollBackTo(number, t('integration.roll_back'))
    startAction({ resource: integration, action, target: { record } })
  }
  if (!data) return pending
  return (
    <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
      {data.length === 0 && (
        <Typography color="text.secondary">{t('integration.no_versions')}</Typography>
      )}
      {data.map((version, at) => {
        const before = data[at + 1]
        return (
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
                <Button size="small" onClick={() => askToRollBack(version.number)}>
                  {t('integration.roll_back')}
                </Button>
              )}
            </Box>
            {before ? (
              <Differences {...{ before }} now={version} />
            ) : (
              <Typography variant="body2">{t('integration.first_version')}</Typography>
            )}
          </Box>
        )
      })}
    </Box>
  )
}
