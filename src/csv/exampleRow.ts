/** The address in the example row of a file to start from, by which an import knows that row. */
export const exampleEmail = 'example.row@example.com'
