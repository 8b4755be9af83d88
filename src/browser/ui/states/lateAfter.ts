/** Specification 9: what comes within half a second is not announced by a spinner that only flashes. Milliseconds. */
export const lateAfter = 500
