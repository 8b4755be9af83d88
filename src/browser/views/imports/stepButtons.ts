/** The way on and back stays in sight, however long a step is. */
export const stepButtons = {
  position: 'sticky',
  bottom: 0,
  zIndex: 1,
  display: 'flex',
  justifyContent: 'flex-end',
  gap: 1,
  py: 1,
  bgcolor: 'background.default',
} as const
