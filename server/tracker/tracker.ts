import type { OutboundFetch } from '../platform/outbound/outbound.ts'

export const providers = ['linear', 'github', 'jira'] as const
export type Provider = (typeof providers)[number]

/** A credential for a tracker, stored encrypted. `Tracker.credentialKinds` lists the kinds that a tracker accepts. */
export type Credential =
  | { kind: 'token'; token: string }
  | { kind: 'basic'; email: string; token: string }
  | { kind: 'app'; appId: string; installationId: string; privateKey: string }
  | { kind: 'oauth'; accessToken: string; refreshToken: string | null; expiresAt: string | null }

/** Heed's OAuth 2.0 client at a tracker, registered by the operator. */
export interface OAuthClient {
  id: string
  secret: string
}

export interface SessionOptions {
  /** Base address of the API, without a trailing slash. */
  apiUrl: string
  credential: Credential
  fetch: OutboundFetch
  /**
   * The address that the operator has set for the instance. Only this one and the default get the OAuth client secret.
   */
  trustedApiUrl?: string | null
  /** Aborts all calls: after ten seconds for an API request, after a minute for a job. */
  signal: AbortSignal
}

/** A team, project, label or assignee in the tracker. `key` is its short name (`ENG`), if it has one. */
export interface Choice {
  id: string
  name: string
  key: string | null
}

/** Where an issue goes and which attributes it gets, by the tracker's ids. */
export interface Target {
  teamId: string | null
  projectId: string | null
  labelIds: string[]
  assigneeId: string | null
  /** 0 none, 1 urgent, 2 high, 3 medium, 4 low. */
  priority: number | null
}

export type TargetMember = keyof Target

export interface ProposedIssue extends Target {
  title: string
  /** Markdown. */
  description: string
}

/** A target after the tracker has looked it up. */
export interface ResolvedTarget {
  /** Null if the target names no team, or one that does not exist. */
  team: Choice | null
  project: Choice | null
  /** Members of the target that do not exist in the tracker, or that this team cannot use. */
  unknown: TargetMember[]
}

/** The types of state that all trackers have in common, by Linear's names. */
export const stateTypes = ['backlog', 'unstarted', 'started', 'completed', 'canceled'] as const
export type StateType = (typeof stateTypes)[number]

export interface Issue {
  /** The tracker's permanent id. */
  id: string
  /** The name that people use: `ENG-142`, `acme/app#7`. */
  identifier: string
  url: string
  title: string
  state: { name: string; type: StateType }
  /** Whether it is deleted, archived or in the trash. */
  isGone: boolean
}

/** The organization or site that a credential belongs to. */
export interface Account {
  /** Identifies the organization or site; the same for all of its credentials. */
  id: string
  name: string
  url: string
}

/** Identifies an issue before the tracker has confirmed it. */
export interface IssueIdentity {
  /** UUID version 4. A tracker that accepts ids uses it as the issue's id. */
  linkId: string
  /**
   * The address of the request, which ends the description in trackers that accept no ids. A search for the issue uses
   * only the path, because PUBLIC_URL may have changed.
   */
  backlink: string
  /** The team that the issue was or will be created in. */
  teamId: string | null
  /** When the tracker was first asked to create it; ISO 8601. */
  firstAttemptAt: string
}

/**
 * Calls to one tracker with one credential. Never use it inside a database transaction. Every method throws only
 * `TrackerError`, and ends soon after `SessionOptions.signal` aborts.
 */
export interface TrackerSession {
  getAccount(): Promise<Account>
  /** Lists at most 250 choices. @param teamId the team whose choices to list, for kinds that belong to a team. */
  listChoices(kind: 'team' | 'project' | 'label' | 'assignee', teamId: string | null): Promise<Choice[]>
  /** Looks up a target. @throws revoked; stale if the credential has expired. */
  resolveTarget(target: Target): Promise<ResolvedTarget>
  /**
   * Finds the issue that was created under this identity, the oldest if there are several; null if there is none. Where
   * possible, it also finds one that is gone. @throws stale if a search is impossible: the team is gone or not visible.
   */
  findIssue(identity: IssueIdentity): Promise<Issue | null>
  /** Creates an issue, or returns the existing one with this id. @throws refused with the tracker's message. */
  createIssue(identity: IssueIdentity, issue: ProposedIssue): Promise<Issue>
  /**
   * Reads at most 50 issues. Null means that nothing is known at present, because the credential cannot see the team or
   * the tracker refuses this issue. An issue that is missing from the map no longer exists.
   * @param teamIds the team that each issue was created in, by issue id, where known.
   */
  getIssues(issueIds: string[], teamIds?: ReadonlyMap<string, string>): Promise<Map<string, Issue | null>>
  /** Attaches the backlink to the issue. Idempotent; does nothing in a tracker without attachments. */
  attachBacklink(issueId: string, backlink: { url: string; title: string; subtitle: string }): Promise<void>
  /**
   * Registers a webhook that calls `url` when issues change.
   * @returns its id; null if this credential may not create one, or the tracker has no API for it.
   */
  createWebhook(webhook: { url: string; secret: string; teamId: string | null }): Promise<string | null>
  /** Deletes a webhook. Succeeds if it no longer exists. */
  deleteWebhook(webhookId: string, teamId: string | null): Promise<void>
}

/** A webhook request that claims to come from the tracker. */
export interface TrackerWebhookRequest {
  /** By lower-case name. */
  headers: Record<string, string | string[] | undefined>
  /** The raw body, which the signature covers. */
  body: Buffer
  secret: string
  now: string
}

/** An authentic webhook request. */
export interface TrackerWebhookEvent {
  /** `Issue.id` of the issue that changed; null for any other event. */
  issueId: string | null
}

/** The OAuth 2.0 authorization code flow with PKCE (RFC 6749, RFC 7636). */
export interface OAuth {
  /** Returns the address of the consent page. @param challenge by method S256. */
  authorizeUrl(request: { client: OAuthClient; redirectUri: string; state: string; challenge: string }): string
  /** @throws refused */
  exchangeCode(
    access: Omit<SessionOptions, 'credential'>,
    request: { client: OAuthClient; redirectUri: string; code: string; verifier: string },
  ): Promise<Credential>
  /** Renews a credential that is about to expire. @throws stale if that is impossible. */
  refresh(access: SessionOptions, client: OAuthClient): Promise<Credential>
}

/** An issue tracker. Each has a folder under providers/; `registry.ts` lists them. */
export interface Tracker {
  provider: Provider
  /** The product name. */
  name: string
  /** Null if every organization has its own address, which a connection must then specify. */
  defaultApiUrl: string | null
  credentialKinds: readonly Credential['kind'][]
  /** Members of a target that the tracker lacks; setting one is a 400. */
  unsupported: readonly TargetMember[]
  /** Members that a connection must set. */
  required: readonly TargetMember[]
  /** In characters. */
  maxTitleLength: number
  maxDescriptionLength: number
  /** Whether `attachBacklink` stores the backlink, so that the description need not end with it. */
  hasAttachments: boolean
  /**
   * How long a created issue may stay invisible to searches after a request that got no answer. 0 if the tracker
   * rejects a second issue with the same id.
   */
  visibilityDelayMs: number
  /** Escapes untrusted Markdown so that it mentions no one and links no issue. */
  escapeMentions(text: string): string
  openSession(access: SessionOptions): TrackerSession
  oauth?: OAuth
  /** Checks the signature of the raw body, in constant time, and the age; null if the request is not authentic. */
  verifyWebhook(request: TrackerWebhookRequest): TrackerWebhookEvent | null
}

export type TrackerErrorKind =
  /** The tracker rejects the credential. */
  | 'revoked'
  /** The credential has expired, or something that the connection refers to no longer exists. */
  | 'stale'
  /** The tracker rejects the request; a retry is useless. */
  | 'refused'
  /** The tracker does not answer, or asks to retry later. */
  | 'unavailable'

interface ErrorDetails {
  /**
   * Whether the tracker has finished handling the request. False if the connection was lost or aborted after the
   * request had been sent, so that it may still take effect. Default: true.
   */
  isOutcomeKnown?: boolean
  /** How long the tracker asks to wait. */
  retryAfterSeconds?: number | null
  cause?: unknown
}

export class TrackerError extends Error {
  readonly kind: TrackerErrorKind
  readonly isOutcomeKnown: boolean
  readonly retryAfterSeconds: number | null

  /** @param message a sentence for the team, without a full stop; never contains a credential. */
  constructor(kind: TrackerErrorKind, message: string, details: ErrorDetails = {}) {
    super(message, { cause: details.cause })
    this.kind = kind
    this.isOutcomeKnown = details.isOutcomeKnown ?? true
    this.retryAfterSeconds = details.retryAfterSeconds ?? null
  }
}
