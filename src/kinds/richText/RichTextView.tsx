import Box from '@mui/material/Box'
import { RecordContextProvider, RichTextField } from 'react-admin'

/** The text as it was written, sanitised once more on its way to the page. */
export function RichTextView({ html }: { html: string }) {
  return (
    <RecordContextProvider value={{ id: 0, html }}>
      <Box
        sx={{
          overflowWrap: 'anywhere',
          '& :is(p, ul, ol, blockquote, pre, h1, h2, h3, h4)': { mt: 0, mb: 1 },
          '& a': { color: 'primary.main' },
        }}
      >
        <RichTextField source="html" component="div" />
      </Box>
    </RecordContextProvider>
  )
}
