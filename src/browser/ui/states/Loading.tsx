import { useIsLate } from './late.ts'
import '../../loading.css'

interface LoadingProps {
  text?: string
  /** Half a second has passed already. */
  isLate?: boolean
}

/** A spinner with its text, which appears only after half a second. */
export function Loading({ text = 'Loading', isLate = false }: LoadingProps) {
  const isDue = useIsLate(!isLate)
  return (
    <div className="loading" role="status">
      {(isLate || isDue) && (
        <>
          <span aria-hidden="true" />
          {text} …
        </>
      )}
    </div>
  )
}
