import type { OutboundFetch } from '../platform/outbound/outbound.ts'

export const providers = ['linear', 'github', 'jira'] as const
export type Provider = (typeof providers)[number]

/** What lets Heed in. Kept encrypted; a tracker says which kinds it takes (`credentialKinds`). */
export type Credential =
  | { kind: 'token'; token: string }
  | { kind: 'basic'; email: string; token: string }
  | { kind: 'app'; appId: string; installationId: string; privateKey: string }
  | { kind: 'oauth'; accessToken: string; refreshToken: string | null; expiresAt: string | null }

/** Heed as a client of a tracker's OAuth 2.0; registered by the operator. */
export interface OAuthClient {
  id: string
  secret: string
}

/** What a conversation with a tracker needs. */
export interface SessionOptions {
  /** Base address of the API, without a slash at its end. */
  apiUrl: string
  credential: Credential
  fetch: OutboundFetch
  /** The address that the operator has set for the whole instance: the only one, besides the usual, that gets its secrets. */
  trustedApiUrl?: string | null
  /** Ends the conversation: ten seconds for a request of the API, a minute for a job. */
  signal: AbortSignal
}

/** Something to choose in the tracker. `key` is what people call it for short (`ENG`), where there is such a name. */
export interface Choice {
  id: string
  name: string
  key: string | null
}

/** Where an issue goes and what it carries, by the tracker's ids. */
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

/** What the tracker knows of a target. */
export interface ResolvedTarget {
  /** Null when there is none by that id, or none was asked for. */
  team: Choice | null
  project: Choice | null
  /** Members of the target that name nothing in the tracker, or nothing that this team may use. */
  unknown: TargetMember[]
}

/** The kinds of state that trackers have in common, in Linear's words. */
export const stateTypes = ['backlog', 'unstarted', 'started', 'completed', 'canceled'] as const
export type StateType = (typeof stateTypes)[number]

export interface Issue {
  /** What the tracker knows it by, for good. */
  id: string
  /** What people know it by: `ENG-142`, `acme/app#7`. */
  identifier: string
  url: string
  title: string
  state: { name: string; type: StateType }
  /** Deleted, archived or in the bin: it can no longer be worked on. */
  isGone: boolean
}

/** Who Heed is in the tracker. */
export interface Account {
  /** The organization or site: two connections to one tracker have the same. */
  id: string
  name: string
  url: string
}

/** How an issue is known before the tracker has answered. */
export interface IssueIdentity {
  /** UUID version 4. A tracker that takes ids from outside makes it the issue's. */
  linkId: string
  /**
   * The address of the request, on the last line of the description where the tracker takes no ids; to find it, the
   * end of that address, which outlasts a move of Heed to another one.
   */
  backlink: string
  /** The team that it was, or will be, created in. */
  teamId: string | null
  /** When it was first asked for; ISO 8601. */
  firstAttemptAt: string
}

/**
 * A conversation over the network: never inside a database transaction. Every method throws `TrackerError` and nothing
 * else, and ends soon after `access.signal`.
 */
export interface TrackerSession {
  getAccount(): Promise<Account>
  /** What can be chosen; of a team where it belongs to one. 250 at most. */
  listChoices(kind: 'team' | 'project' | 'label' | 'assignee', teamId: string | null): Promise<Choice[]>
  /** Looks a target up. @throws revoked; stale when the credential has run out. */
  resolveTarget(target: Target): Promise<ResolvedTarget>
  /**
   * The issue that was created under this identity, the oldest where there are several; null when there is none. Finds
   * one that is gone, too, where it can. @throws stale where nobody can look: the team is not there, or out of sight.
   */
  findIssue(identity: IssueIdentity): Promise<Issue | null>
  /** Creates it; answers the one that is there where the tracker already has this id. @throws refused, with its words. */
  createIssue(identity: IssueIdentity, issue: ProposedIssue): Promise<Issue>
  /**
   * By id, 50 at most. Null for one of which nothing can be said at present, because this credential does not see its
   * team, or the tracker refuses just this one; one that is not in the answer no longer exists.
   * @param teamIds the team that each was created in, by issue, as far as known.
   */
  getIssues(issueIds: string[], teamIds?: ReadonlyMap<string, string>): Promise<Map<string, Issue | null>>
  /** Puts the backlink beside the issue, once however often it is called. Nothing where the tracker has no such thing. */
  attachBacklink(issueId: string, backlink: { url: string; title: string; subtitle: string }): Promise<void>
  /**
   * Asks the tracker to call `url` when issues change.
   * @returns the id of the webhook; null when this credential may not make one, or the tracker cannot be asked.
   */
  createWebhook(hook: { url: string; secret: string; teamId: string | null }): Promise<string | null>
  /** Ends that. One that no longer exists is no error. */
  deleteWebhook(hookId: string, teamId: string | null): Promise<void>
}

/** A call that claims to come from the tracker. */
export interface TrackerWebhookRequest {
  /** Names in lower case. */
  headers: Record<string, string | string[] | undefined>
  /** As it arrived: what the signature is over. */
  body: Buffer
  secret: string
  now: string
}

/** An authentic call. */
export interface TrackerWebhookEvent {
  /** `Issue.id` of what has changed; null when it is about something else. */
  issueId: string | null
}

/** Connecting by consent in the browser instead of a token (RFC 6749 with PKCE, RFC 7636). */
export interface OAuth {
  /** Where a person agrees. @param challenge S256. */
  authorizeUrl(request: { client: OAuthClient; redirectUri: string; state: string; challenge: string }): string
  /** @throws refused */
  exchangeCode(
    access: Omit<SessionOptions, 'credential'>,
    request: { client: OAuthClient; redirectUri: string; code: string; verifier: string },
  ): Promise<Credential>
  /** A credential that goes on where this one ends. @throws stale when it cannot be had. */
  refresh(access: SessionOptions, client: OAuthClient): Promise<Credential>
}

/** One issue tracker. The folder of each has the same files, and `registry.ts` lists them. */
export interface Tracker {
  provider: Provider
  /** As its makers write it. */
  name: string
  /** Null where every organization has an address of its own, which a connection then must name. */
  defaultApiUrl: string | null
  credentialKinds: readonly Credential['kind'][]
  /** Members of a target that it has no counterpart for; naming one is a 400. */
  unsupported: readonly TargetMember[]
  /** Members that a connection must name. */
  required: readonly TargetMember[]
  /** The longest that an issue can have, in characters. */
  maxTitleLength: number
  maxDescriptionLength: number
  /** Whether `attach` keeps the backlink, so that the description need not end with it. */
  hasAttachments: boolean
  /**
   * For how long after a request without an answer an issue that it made may not yet be found. 0 where the id itself
   * keeps a second one from being made.
   */
  visibilityDelayMs: number
  /** Text of customers, so that it calls nobody and links nothing by accident; Markdown. */
  escapeMentions(text: string): string
  openSession(access: SessionOptions): TrackerSession
  oauth?: OAuth
  /** Null for a call that is not authentic: signature over the raw body, compared in constant time; not too old. */
  verifyWebhook(request: TrackerWebhookRequest): TrackerWebhookEvent | null
}

export type TrackerErrorKind =
  /** The tracker says that the credential is gone. */
  | 'revoked'
  /** The credential has run out, or what the connection points to is no longer there. */
  | 'stale'
  /** The tracker will not do this, however often it is asked. */
  | 'refused'
  /** No answer, or none now. */
  | 'unavailable'

interface ErrorDetails {
  /**
   * Whether the tracker has dealt with the request: what it did is done, nothing of it is still on its way.
   * False for a connection that was lost or given up after the request had been sent. Default: true.
   */
  isOutcomeKnown?: boolean
  /** When it asked to be left alone for a while. */
  retryAfterSeconds?: number | null
  cause?: unknown
}

export class TrackerError extends Error {
  readonly kind: TrackerErrorKind
  readonly isOutcomeKnown: boolean
  readonly retryAfterSeconds: number | null

  /** @param message a sentence without a full stop, for the team to read; never with a credential in it. */
  constructor(kind: TrackerErrorKind, message: string, details: ErrorDetails = {}) {
    super(message, { cause: details.cause })
    this.kind = kind
    this.isOutcomeKnown = details.isOutcomeKnown ?? true
    this.retryAfterSeconds = details.retryAfterSeconds ?? null
  }
}
