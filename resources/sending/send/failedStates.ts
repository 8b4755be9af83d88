/** The sends that ended badly: what "Leads sent failed" counts, and the page of a lead lists (product.md 4.2, 11.4). */
export const failedStates = ['rejected', 'failed', 'unknown'] as const
