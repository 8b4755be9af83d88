import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import Typography from '@mui/material/Typography'

import { useT } from '../../../client/i18n/texts.ts'
import type { Encoding } from './reading.ts'
import type { Preview } from './table.ts'
import english from '../../../../texts/en/imports.json'

interface ChoiceProps {
  candidates: Preview['candidates']
  onChoose(encoding: Encoding): void
}

/** Asks how the letters of a file are written, by words of the file itself: a person sees at once which is right. */
export function EncodingChoice({ candidates, onChoose }: ChoiceProps) {
  const t = useT(english)
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Alert severity="warning" role="note">
        {t('encoding_uncertain')}
      </Alert>
      <Typography id="encoding-question" sx={{ fontWeight: 600, mt: 1 }}>
        {t('encoding_question')}
      </Typography>
      <RadioGroup
        aria-labelledby="encoding-question"
        onChange={(_event, encoding) => onChoose(encoding as Encoding)}
      >
        {candidates.map(({ encoding, example }) => (
          <FormControlLabel
            key={encoding}
            value={encoding}
            control={<Radio size="small" />}
            sx={{ alignItems: 'flex-start', '& .MuiRadio-root': { py: 0.75 } }}
            label={
              <Box sx={{ py: 0.75 }}>
                <Typography dir="auto" sx={{ overflowWrap: 'anywhere' }}>
                  {example}
                </Typography>
                <Typography variant="caption" color="text.secondary">
                  {encoding}
                </Typography>
              </Box>
            }
          />
        ))}
      </RadioGroup>
    </Box>
  )
}
