export const densities = ['comfortable', 'compact', 'dense'] as const

export type Density = (typeof densities)[number]

/** How high a row of a table is, in pixels. */
export const rowHeights: Readonly<Record<Density, number>> = {
  comfortable: 44,
  compact: 36,
  dense: 30,
}

/** As many rows as a table shows at once, which is not higher than the window without what lies above it. */
export const rowsInSight = (density: Density): number =>
  Math.ceil(Math.max(320, window.innerHeight - 272) / rowHeights[density])

/** What is kept may come from another release. */
export const densityOf = (kept: unknown): Density =>
  densities.find((one) => one === kept) ?? 'comfortable'
