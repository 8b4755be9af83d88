/** How a lead came to be sent. */
export const modes = {
  manual: 'By hand',
  rotation: 'Rotation',
  import: 'Import',
  auto: 'By itself',
  test: 'Test',
} as const
