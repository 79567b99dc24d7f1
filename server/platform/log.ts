import { pino } from 'pino'
import { systemClock } from './clock.ts'
import { currentTraceIds } from './tracing/tracing.ts'

export type Log = pino.Logger

const secrets = /heed_sk_[0-9A-Za-z]+|[^\s"'<>(),;:=]+@[^\s"'<>(),;:=]+/g

/** Removes API keys and email addresses from text that goes to the log. */
export const redactSecrets = (text: string): string => text.replace(secrets, '[redacted]')

/** Picks what may be logged of an error: no parameters, and no row values, which PostgreSQL puts into `detail`. */
const describeError = (error: unknown): Record<string, unknown> => {
  if (!(error instanceof Error)) return { message: redactSecrets(String(error)) }
  const { code, constraint, table } = error as { code?: string; constraint?: string; table?: string }
  return {
    type: error.name,
    message: redactSecrets(error.message),
    stack: redactSecrets(error.stack ?? ''),
    ...(code !== undefined && { code }),
    ...(constraint !== undefined && { constraint }),
    ...(table !== undefined && { table }),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  }
}

/** Creates a log that writes JSON lines to a stream. */
export const logTo = (stream: pino.DestinationStream, level: string): Log =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describeError },
      mixin: () => currentTraceIds() ?? {},
    },
    stream,
  )

/** Writes a line at `info` level from members that are already JSON, bypassing pino's serialization. */
export const writeInfoLine = (log: Log, members: string): void => {
  const stream = (log as unknown as { [pino.symbols.streamSym]: pino.DestinationStream })[pino.symbols.streamSym]
  stream.write(`{"level":30,"time":"${systemClock()}",${members}}\n`)
}

// A pipe accepts up to this many bytes in one piece (PIPE_BUF on Linux), so shorter lines of several processes don't mix.
const atomicBytes = 4_096

/** Creates a log on stdout or stderr. It writes lines in batches, since one write per line costs a request 5 µs. */
export const createLog = (
  level: string,
  destination: 'stdout' | 'stderr' = 'stdout',
  { isShared = false }: { isShared?: boolean } = {},
): Log =>
  logTo(
    pino.destination({
      fd: destination === 'stdout' ? 1 : 2,
      sync: false,
      minLength: isShared ? 3_000 : 16_000,
      ...(isShared && { maxWrite: atomicBytes }),
      periodicFlush: 250,
    }),
    level,
  )
