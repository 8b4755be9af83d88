import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Skeleton from '@mui/material/Skeleton'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import visuallyHidden from '@mui/utils/visuallyHidden'
import { useState } from 'react'
import { Link } from 'react-router-dom'

import { Moment, numberText, useApiQuery, useT, useUser } from '#browser'

import { mapPath, seenText } from './brokerWord.browser.ts'
import type { BrokerWord } from './brokerWord.ts'
import { statusMap } from './statusMap.ts'
import { unmappedHeight } from './unmappedHeight.ts'
import english from '../../translations/en/console.json'

/** Shown before the rest is asked for. */
const shownFirst = 5

/** Words of brokers that stand for none of our statuses yet, with the way to say which (product.md 9.1). */
export function Unmapped() {
  const t = useT(english)
  const mayCreate = useUser().permissions.has('lead.statusSetting.create')
  const [isWhole, setWhole] = useState(false)
  const { data: statuses } = useApiQuery<readonly BrokerWord[]>({
    // A change of any mapping has what stands under its resource read again.
    queryKey: [statusMap.name, 'unmapped'],
    path: `/${statusMap.api}/unmapped`,
  })
  if (!statuses) return <Skeleton variant="rounded" sx={{ height: unmappedHeight }} />
  if (statuses.length === 0) return <Alert severity="success">{t('unmapped.none')}</Alert>
  const shown = isWhole ? statuses : statuses.slice(0, shownFirst)
  return (
    <Card component="section" aria-labelledby="unmapped" sx={{ p: 2 }}>
      <Typography id="unmapped" component="h2" variant="h6">
        {t('unmapped.title', { count: numberText(statuses.length) })}
      </Typography>
      <Typography variant="body2" color="text.secondary" sx={{ mb: 1 }}>
        {t('unmapped.help')}
      </Typography>
      <Table aria-labelledby="unmapped">
        <TableHead>
          <TableRow>
            <TableCell sx={{ paddingInlineStart: 0 }}>{t('unmapped.word')}</TableCell>
            <TableCell align="right">{t('unmapped.seen')}</TableCell>
            <TableCell sx={{ display: { xs: 'none', sm: 'table-cell' } }}>
              {t('unmapped.last')}
            </TableCell>
            <TableCell>
              <Box sx={visuallyHidden}>{t('unmapped.map')}</Box>
            </TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {shown.map((word) => (
            <TableRow key={word.broker_status}>
              <TableCell component="th" scope="row" sx={{ paddingInlineStart: 0 }}>
                {word.broker_status}
              </TableCell>
              <TableCell align="right">{seenText(word.seen)}</TableCell>
              <TableCell
                sx={{ display: { xs: 'none', sm: 'table-cell' }, color: 'text.secondary' }}
              >
                {word.last_seen_at && <Moment value={word.last_seen_at} />}
              </TableCell>
              <TableCell align="right" sx={{ paddingInlineEnd: 0 }}>
                {mayCreate && (
                  <Button
                    size="small"
                    component={Link}
                    to={mapPath({ broker_status: word.broker_status })}
                    aria-label={t('unmapped.map_word', { word: word.broker_status })}
                  >
                    {t('unmapped.map')}
                  </Button>
                )}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
      {statuses.length > shown.length && (
        <Button size="small" onClick={() => setWhole(true)} sx={{ mt: 1 }}>
          {t('unmapped.all', { count: numberText(statuses.length) })}
        </Button>
      )}
    </Card>
  )
}
