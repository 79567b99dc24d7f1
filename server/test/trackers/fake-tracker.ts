import type { Credential, Provider, StateType } from '../../tracker/tracker.ts'

/** An issue as the fake tracker stores it. */
export interface FakeIssue {
  /** `Issue.id` of tracker.ts. */
  id: string
  title: string
  /** Markdown, or the plain text of the tracker's own format. */
  description: string
  teamId: string
  projectId: string | null
  labelIds: string[]
  assigneeId: string | null
  priority: number | null
  /** URLs attached to the issue; always empty for trackers without attachments. */
  attachments: string[]
}

export type CallKind = 'inspect' | 'find' | 'create' | 'read' | 'attach' | 'any'

/**
 * - `unauthorized`: rejects the credential
 * - `limited`: 429 with `Retry-After: 7`
 * - `error`: a 500 without carrying out the call
 * - `hang`: never responds and does not carry out the call
 * - `lost`: carries out the call, then closes the connection without a response
 * - `broken`: carries out the call, then responds with 503
 */
export type Fault = 'unauthorized' | 'limited' | 'error' | 'hang' | 'lost' | 'broken'

/** An existing choice: the name a person enters for it, and its id. */
export interface FakeChoice {
  name: string
  id: string
}

/** A tracker's server on loopback in this process, with controls for tests. Stops after the test file. */
export interface FakeTracker {
  provider: Provider
  /** The base address to connect to. */
  url: string
  credential: Credential
  /** The ambiguous name belongs to two projects. */
  team: FakeChoice
  secondTeam: FakeChoice
  project: FakeChoice
  ambiguousProject: string
  label: FakeChoice
  assignee: FakeChoice
  /** All existing issues, including those in the trash. */
  issues: FakeIssue[]
  /** The calls received, in order. */
  calls: CallKind[]
  /** Makes the next calls of a kind fail, one by default. Failed calls are recorded in `calls` too. */
  failNext(kind: CallKind, fault: Fault, times?: number): void
  /** Rejects the credential from now on. */
  revoke(): void
  /** Undoes `revoke`. */
  restore(): void
  removeTeam(): void
  /** Hides the team and its issues from the credential without deleting them; undone by `showTeam`. */
  hideTeam(): void
  showTeam(): void
  removeProject(): void
  setStateType(issueId: string, to: StateType): void
  rename(issueId: string, title: string): void
  /** Deletes an issue, as a person does in the tracker. */
  remove(issueId: string): void
  /** Returns the signed webhook call for a change of the issue. @param now ISO 8601 */
  signWebhook(
    issueId: string,
    options: { secret: string; now: string },
  ): { headers: Record<string, string>; body: Buffer }
  /** The registered webhooks. */
  webhooks: { id: string; url: string; secret: string }[]
  stop(): Promise<void>
}
