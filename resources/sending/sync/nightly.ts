/** Days of the run that looks at everything, and after which what is not found counts as missing. */
export const nightly = 90
