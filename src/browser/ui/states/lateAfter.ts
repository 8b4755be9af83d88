/** Milliseconds: what comes within half a second is not announced by a spinner that only flashes. */
export const lateAfter = 500
