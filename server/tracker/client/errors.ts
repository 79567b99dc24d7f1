import { invalid, type Problem, problem } from '../../platform/problems.ts'
import type { TrackerGuidance, TrackerPreview } from '../schema.ts'
import type { Provider, TrackerError } from '../tracker.ts'

type Shown = TrackerPreview['connection']

export const names: Record<Provider, string> = { linear: 'Linear', github: 'GitHub', jira: 'Jira' }

const settingsOf = (publicUrl: string): string => `${publicUrl}/console/settings/tracker`

/** What to do where no tracker is connected. */
export const connectGuidance = (publicUrl: string): TrackerGuidance => ({
  action: 'connect',
  message: 'No issue tracker is connected to this workspace. Connect one in its settings, then send again.',
  url: settingsOf(publicUrl),
})

/** What to do about a connection that no longer works, and why it does not. */
export const reconnectGuidance = (
  provider: Provider,
  { kind, message }: Pick<TrackerError, 'kind' | 'message'>,
  publicUrl: string,
): TrackerGuidance => ({
  action: 'reconnect',
  message:
    kind === 'revoked'
      ? `${names[provider]} no longer accepts the credential of this workspace. Connect it again in the settings, then send again.`
      : `The connection to ${names[provider]} is out of date: ${message}. Connect it again in the settings, then send again.`,
  url: settingsOf(publicUrl),
})

/** How a workspace is connected, as a preview shows it. */
export const shownConnection = (provider: Provider, error: TrackerError | null, publicUrl: string): Shown => ({
  provider,
  status: error === null ? 'connected' : error.kind === 'revoked' ? 'revoked' : 'stale',
  guidance: error === null ? null : reconnectGuidance(provider, error, publicUrl),
})

/** A failure of the tracker as our own answer (contract §8). */
export function asProblem(error: TrackerError, provider: Provider, publicUrl: string): Problem {
  const { kind, message, retryAfterSeconds } = error
  if (kind === 'refused') return invalid([{ path: '', message: `was refused by ${names[provider]}: ${message}` }])
  if (kind === 'unavailable') {
    const what =
      retryAfterSeconds === null ? 'could not be reached, or did not answer in time' : 'asks for fewer requests'
    return problem(
      'internal_error',
      `${names[provider]} ${what}. Send again: it never makes a second issue.`,
      retryAfterSeconds === null ? {} : { headers: { 'retry-after': String(retryAfterSeconds) } },
    )
  }
  const guidance = reconnectGuidance(provider, error, publicUrl)
  return invalid([{ path: '', message: `cannot be sent: the connection to ${names[provider]} is ${kind}` }], {
    guidance,
  })
}
