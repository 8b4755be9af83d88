/** Buttons at the end of what is longer than the window: they stay in sight. */
export const stickyButtons = {
  position: 'sticky',
  bottom: 0,
  zIndex: 1,
  display: 'flex',
  justifyContent: 'flex-end',
  gap: 1,
  py: 1,
  bgcolor: 'background.default',
} as const
