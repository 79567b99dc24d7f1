/** Formats an error and its causes for the terminal. */
export function formatError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  // Connecting to a host with several addresses fails with an AggregateError that has no message of its own.
  const message =
    error.message || (error instanceof AggregateError ? error.errors.map(formatError).join('; ') : error.name)
  return error.cause === undefined ? message : `${message}\n  because: ${formatError(error.cause)}`
}
