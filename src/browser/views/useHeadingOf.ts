import { useTranslate } from 'react-admin'

import { messageName, type Resource } from '#schema'

/** Returns the function that tells a declared heading as it stands in a form or show view, in the user's language. */
export function useHeadingOf({ name }: Resource): (heading: string) => string {
  const translate = useTranslate()
  return (heading) =>
    translate(`resources.${name}.sections.${messageName(heading)}`, { _: heading })
}
