import { useEffect, useState } from 'react'

/** Specification 9. */
const shownFor = 3000

/** A short message that goes by itself, as those of the console do. */
export function Toast({ text }: { text: string }) {
  const [isShown, setShown] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setShown(false), shownFor)
    return () => clearTimeout(timer)
  }, [])
  return isShown && <p className="toast">{text}</p>
}
