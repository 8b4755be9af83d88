/** Seconds in which the very same lead of the same sender is the one that came before (product.md 5). */
export const sameForSeconds = 60
