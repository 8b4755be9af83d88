import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'

export interface ShownRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

/** A call as it goes out, without its secrets. */
export function CallText({ request }: { request: ShownRequest }) {
  return (
    <Box dir="ltr" sx={{ display: 'grid', gap: 1, minWidth: 0 }}>
      <Typography variant="body2" sx={{ overflowWrap: 'anywhere', fontWeight: 600 }}>
        {request.method} {request.url}
      </Typography>
      <Box sx={{ display: 'grid', gap: 0.25 }}>
        {Object.entries(request.headers).map(([name, value]) => (
          <Typography key={name} variant="caption" sx={{ overflowWrap: 'anywhere' }}>
            <b>{name}:</b> {value}
          </Typography>
        ))}
      </Box>
      {request.body !== null && <Code text={pretty(request.body)} />}
    </Box>
  )
}

export function Code({ text }: { text: string }) {
  return (
    <Box component="pre" tabIndex={0} dir="ltr" sx={code}>
      {text}
    </Box>
  )
}

/** JSON on lines; anything else as it is. */
export function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

const code = {
  m: 0,
  p: 1.5,
  maxHeight: 360,
  overflow: 'auto',
  borderRadius: 1,
  border: 1,
  borderColor: 'divider',
  bgcolor: 'action.hover',
  fontFamily: 'monospace',
  fontSize: 13,
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
} as const
