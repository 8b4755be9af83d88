/** Facts of the audit log that hold names of fields. */
export const factsOfFields: readonly string[] = ['columns', 'masked', 'fields']
