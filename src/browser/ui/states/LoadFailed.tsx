/** Stands in for the console when its files did not come, as after a new release or without a connection. */
export function LoadFailed() {
  return (
    <main className="loading" role="alert">
      Leadgate could not be loaded.
      <button type="button" onClick={() => window.location.reload()}>
        Try again
      </button>
    </main>
  )
}
