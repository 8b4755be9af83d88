import flags from 'country-flag-emoji-polyfill/dist/TwemojiCountryFlags.woff2?url'

import { finger } from './controls.ts'

/**
 * As large as a finger without moving what stands around it. It stays inline: what strikes a text through reaches nothing
 * else.
 */
export const reach = {
  position: 'relative',
  paddingBlock: '15px',
  '&::after': {
    content: '""',
    position: 'absolute',
    insetBlock: 0,
    insetInline: `min(0px, (100% - ${finger}px) / 2)`,
  },
} as const

/** Where the browser puts its own colours in the place of ours: edges for what is an area of colour alone. */
export const withoutOwnColors = {
  '.MuiButton-contained, .initials': { border: '1px solid ButtonText !important' },
  '.MuiSwitch-track': { border: '1px solid ButtonText', opacity: '1 !important' },
  '.MuiSwitch-thumb': { border: '1px solid ButtonText' },
  '.row-box:is(:checked, :indeterminate)::before': { backgroundColor: 'Highlight !important' },
  '.Mui-checked .MuiSwitch-thumb, .MuiLinearProgress-bar': {
    forcedColorAdjust: 'none',
    backgroundColor: 'Highlight !important',
  },
  '.MuiLinearProgress-root': { border: '1px solid ButtonText' },
  '.cell-tool::before, .row-box::before, .row-menu-button::before': {
    forcedColorAdjust: 'none',
    backgroundColor: 'ButtonText !important',
  },
  // Twice, as buttons have no outline of their own.
  '.Mui-selected.Mui-selected': { outline: '1px solid Highlight', outlineOffset: -1 },
}

/** Flags of countries, and nothing else, for systems that show two letters or boxes in their place, as Windows does. */
export const flagFont = {
  fontFamily: 'Flags',
  src: `url(${flags}) format('woff2')`,
  unicodeRange: 'U+1F1E6-1F1FF',
  fontDisplay: 'swap',
} as const
