/** The height of the first five unmapped words with their heading, in pixels: where there are so many nothing below moves. */
export const unmappedHeight = { xs: 527, sm: 403 }
