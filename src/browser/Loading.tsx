import './loading.css'

/** A spinner with its text, which appears only after half a second: what is quick does not flash. */
export function Loading({ text = 'Loading' }: { text?: string }) {
  return (
    <div className="loading" role="status">
      <span aria-hidden="true" />
      {text} …
    </div>
  )
}
