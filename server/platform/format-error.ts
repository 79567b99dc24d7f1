/** An error and what caused it, for the terminal. */
export function formatError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  // A name with several addresses fails with one error for each of them and no words of its own.
  const message =
    error.message || (error instanceof AggregateError ? error.errors.map(formatError).join('; ') : error.name)
  return error.cause === undefined ? message : `${message}\n  because: ${formatError(error.cause)}`
}
