export const densities = ['comfortable', 'compact', 'dense'] as const

export type Density = (typeof densities)[number]

/** How high a row of a table is, in pixels. */
export const rowHeights: Readonly<Record<Density, number>> = {
  comfortable: 44,
  compact: 36,
  dense: 30,
}

/** What is kept may come from another release. */
export const densityOf = (kept: unknown): Density =>
  densities.find((one) => one === kept) ?? 'comfortable'
