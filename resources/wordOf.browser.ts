type Translate = (...asked: never[]) => string

/** Returns a text of the business in the user's language; its English stands here, so that not all texts come with the first page. */
export const wordOf = (t: Translate, key: string, english: string): string =>
  (t as (key: string, values: object) => string)(key, { _: english })
