/** The id of a choice's element, to which the input points. */
export const optionId = (listId: string, key: string) =>
  `${listId}-${key.replaceAll(/[^\w-]/g, '-')}`
