/** An id as it may stand in a path. */
export const idPath = ':id(^\\d{1,15}$)'
