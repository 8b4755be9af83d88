import BarChartIcon from '@mui/icons-material/BarChart'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Link } from 'react-router-dom'

import { useT, useUser } from '#browser'

import english from '../../../translations/en/statistics.json'
import { statisticsScreen } from '../statistics.browser.ts'

/** The way from the list of departments to their statistics, for those who may go. */
export function StatisticsButton() {
  const t = useT(english)
  if (!useUser().permissions.has(statisticsScreen.permission)) return null
  return (
    <Button
      component={Link}
      to={`/${statisticsScreen.path}`}
      startIcon={<BarChartIcon />}
      aria-label={t('statistics.title')}
      // On a phone the search has the room of its words.
      sx={{
        minWidth: 44,
        '& .MuiButton-startIcon': { ml: { xs: 0, sm: -0.5 }, mr: { xs: 0, sm: 1 } },
      }}
    >
      <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
        {t('statistics.title')}
      </Box>
    </Button>
  )
}
