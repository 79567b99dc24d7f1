import type { Credential, Provider, StateType } from '../../tracker/tracker.ts'

/** An issue as a tracker's server keeps it. */
export interface FakeIssue {
  /** `Issue.id` of tracker.ts. */
  id: string
  title: string
  /** Markdown, or the text of what the tracker keeps instead. */
  description: string
  teamId: string
  projectId: string | null
  labelIds: string[]
  assigneeId: string | null
  priority: number | null
  /** Addresses that stand beside the issue, where the tracker has such things. */
  attachments: string[]
}

export type CallKind = 'inspect' | 'find' | 'create' | 'read' | 'attach' | 'any'

/**
 * - `unauthorized`: as for a credential that is gone
 * - `limited`: 429 with `Retry-After: 7`
 * - `error`: a 500 before anything was done
 * - `hang`: no answer, nothing done; until the caller gives up
 * - `lost`: done, and then no answer: the connection is cut
 * - `broken`: done, and then a 503
 */
export type Fault = 'unauthorized' | 'limited' | 'error' | 'hang' | 'lost' | 'broken'

/** A choice that exists: what somebody types for it, and its id. */
export interface FakeChoice {
  name: string
  id: string
}

/** A tracker's server on loopback, in this process, and what a test may do to it. Ends with the test file. */
export interface FakeTracker {
  provider: Provider
  /** The base address to connect to. */
  url: string
  credential: Credential
  /** `second` is another of the same kind; the ambiguous name belongs to two. */
  team: FakeChoice
  secondTeam: FakeChoice
  project: FakeChoice
  ambiguousProject: string
  label: FakeChoice
  assignee: FakeChoice
  /** Each that exists, also those in the bin. */
  issues: FakeIssue[]
  /** What was called, in order. */
  calls: CallKind[]
  /** Has the next calls of a kind go wrong, once by default. Those that go wrong stand in `calls` too. */
  failNext(kind: CallKind, fault: Fault, times?: number): void
  /** The credential no longer lets anybody in. */
  revoke(): void
  /** Undoes `revoke`. */
  restore(): void
  removeTeam(): void
  /** The credential no longer sees the team and its issues, which stay; undone by `showTeam`. */
  hideTeam(): void
  showTeam(): void
  removeProject(): void
  setStateType(issueId: string, to: StateType): void
  rename(issueId: string, title: string): void
  /** As somebody deletes it in the tracker. */
  remove(issueId: string): void
  /** The call that the tracker makes when an issue changes, signed. @param now ISO 8601 */
  signWebhook(
    issueId: string,
    options: { secret: string; now: string },
  ): { headers: Record<string, string>; body: Buffer }
  /** The webhooks that exist, as they were asked for. */
  webhooks: { id: string; url: string; secret: string }[]
  stop(): Promise<void>
}
