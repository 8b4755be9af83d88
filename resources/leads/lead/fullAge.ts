/** The years below which nobody is sent, whatever a department asks for (product.md 3.3, 15.4). */
export const fullAge = 18
