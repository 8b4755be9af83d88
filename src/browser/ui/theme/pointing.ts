/** The look of an icon that points somewhere: from right to left it points the other way. */
export const pointing = { '[dir=rtl] &': { transform: 'scaleX(-1)' } }
