/** What a look is made of; `docs/design.md` says what each colour is for. */
export interface Colors {
  mode: 'light' | 'dark'
  page: string
  paper: string
  ink: string
  quiet: string
  line: string
  /** Borders of inputs: at least 3 : 1 against the paper. */
  edge: string
  accent: string
  onAccent: string
  tones: Record<'error' | 'warning' | 'info' | 'success', string>
}

// Every colour of text has at least 4.5 : 1 on page and paper (tests/browser/shell/theme.test.ts).
export const light: Colors = {
  mode: 'light',
  page: '#f4f6f7',
  paper: '#ffffff',
  ink: '#16202e',
  quiet: '#566273',
  line: '#e2e6eb',
  edge: '#808c99',
  accent: '#0b6b5d',
  onAccent: '#ffffff',
  tones: { error: '#b3212b', warning: '#8a5200', info: '#1f5fae', success: '#1b6e38' },
}

export const dark: Colors = {
  mode: 'dark',
  page: '#0f1619',
  paper: '#161f23',
  ink: '#e8edf0',
  quiet: '#a3b0b8',
  line: '#2a363c',
  edge: '#71808a',
  accent: '#5fd0bb',
  onAccent: '#06231e',
  tones: { error: '#ff8f8a', warning: '#f0b35a', info: '#8bbcff', success: '#74d391' },
}

/** The colour of text on a tone. */
export const onTone = { light: '#ffffff', dark: '#10171a' } as const

export const toneNames = ['error', 'warning', 'info', 'success'] as const
