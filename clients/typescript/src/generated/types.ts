// Generated from openapi.json by `npm run generate`.
export type Feedback = {
    id: string;
    title: string;
    description: string;
    /**
     * Derived from the moderation status and the product stage.
     */
    stage: 'pending' | 'in_review' | 'planned' | 'in_progress' | 'completed' | 'closed';
    /**
     * The moderation status.
     */
    status: 'pending' | 'approved' | 'rejected' | 'spam';
    votes: number;
    /**
     * The number of comments, excluding team notes.
     */
    comments: number;
    board: {
        id: string;
        slug: string;
        name: string;
    };
    /**
     * The roadmap item of this request.
     */
    roadmapItemId: string | null;
    createdAt: string;
    updatedAt: string;
};

export type Pagination = {
    /**
     * Send it back as `cursor` for the next page. Null on the last.
     */
    nextCursor: string | null;
    /**
     * Whether another page exists.
     */
    hasMore: boolean;
};

export type FeedbackCreate = {
    title: string;
    description?: string;
    /**
     * The UUID or slug of a board. Default: the first board that accepts requests.
     */
    boardId?: string;
    submitter?: Submitter;
    /**
     * Where the request came from. Private context for the team.
     */
    sourceUrl?: string;
    /**
     * Private context for the team, with at most 10 keys.
     */
    metadata?: {
        [key: string]: string | number | boolean | null;
    };
};

/**
 * A customer. At least one of `email` and `externalId`.
 */
export type Submitter = {
    email: string;
    name?: string;
    /**
     * Your own id for this customer.
     */
    externalId?: string;
} | {
    email?: string;
    name?: string;
    /**
     * Your own id for this customer.
     */
    externalId: string;
};

export type FeedbackUpdate = {
    title?: string;
    description?: string;
};

export type StageChange = {
    stage: 'pending' | 'in_review' | 'planned' | 'in_progress' | 'completed' | 'closed';
};

export type StatusChange = {
    status: 'pending' | 'approved' | 'rejected' | 'spam';
};

export type Comment = {
    id: string;
    body: string;
    kind: 'comment' | 'staff_reply';
    author: {
        type: 'customer' | 'staff' | 'anonymous';
        name: string | null;
    };
    /**
     * The comment that this one replies to.
     */
    parentId: string | null;
    /**
     * A team note: never on the portal.
     */
    isInternal: boolean;
    createdAt: string;
    updatedAt: string;
};

export type CommentCreate = {
    body: string;
    /**
     * Default: `comment`.
     */
    kind?: 'comment' | 'staff_reply';
    submitter?: Submitter;
    /**
     * Only with `staff_reply`. Default: the name of the workspace.
     */
    authorName?: string;
    /**
     * A comment of the same thread that is not itself a reply.
     */
    parentId?: string;
    /**
     * Only with `staff_reply`: a team note. Default: false.
     */
    isInternal?: boolean;
};

export type TrackerPreview = {
    /**
     * The exact title of the request.
     */
    requestTitle: string;
    connection: {
        provider: 'linear' | 'github' | 'jira' | null;
        status: 'connected' | 'missing' | 'revoked' | 'stale';
        guidance: TrackerGuidance | null;
    };
    team: {
        id: string;
        name: string;
    } | null;
    project: {
        id: string;
        name: string;
    } | null;
    proposedIssue: {
        title: string;
        description: string;
        teamId: string | null;
        projectId: string | null;
        labelIds: Array<string>;
        assigneeId: string | null;
        priority: number | null;
    };
    activeLink: TrackerLink | null;
};

export type TrackerGuidance = {
    action: 'connect' | 'reconnect';
    message: string;
    url: string;
};

export type TrackerLink = {
    id: string;
    provider: 'linear' | 'github' | 'jira';
    issueId: string;
    identifier: string;
    url: string;
    origin: 'manual';
    createdAt: string;
};

export type TrackerOverrides = {
    /**
     * Default: the request’s title.
     */
    title?: string;
    /**
     * Default: the request’s text, votes, board and a backlink.
     */
    description?: string;
    teamId?: string;
    projectId?: string;
    labelIds?: Array<string>;
    assigneeId?: string;
    /**
     * 0 none, 1 urgent, 2 high, 3 medium, 4 low.
     */
    priority?: number;
};

export type TrackerSent = {
    link: TrackerLink;
};

export type Error = {
    error: {
        /**
         * Stable. Branch on this, not on the message.
         */
        code: 'validation_error' | 'unauthorized' | 'forbidden' | 'not_found' | 'method_not_allowed' | 'in_progress' | 'payload_too_large' | 'rate_limited' | 'internal_error';
        /**
         * One sentence for a developer.
         */
        message: string;
        /**
         * On validation_error only: every problem of the request.
         */
        details?: Array<{
            /**
             * JSON Pointer into the body, or query.…, header.…, path.id
             */
            path: string;
            message: string;
        }>;
        /**
         * The X-Request-Id of this response. Use it to find the request in the server log.
         */
        requestId: string;
    };
};

export type Promote = {
    status: 'planned' | 'in_progress' | 'done' | 'closed';
    /**
     * When the item is planned to be delivered. `null` clears it.
     */
    targetDelivery?: TargetDelivery | null;
};

/**
 * When the item is planned to be delivered. `null` clears it.
 */
export type TargetDelivery = {
    /**
     * Whether the date means the day itself or its quarter.
     */
    precision: 'quarter' | 'date';
    date: string;
};

export type Promotion = {
    roadmapItem: RoadmapItem;
    linkedFeedback: Feedback;
};

export type RoadmapItem = {
    id: string;
    title: string;
    description: string;
    status: 'planned' | 'in_progress' | 'done' | 'closed';
    /**
     * Ascending within the roadmap.
     */
    sortOrder: number;
    /**
     * When the item is planned to be delivered. `null` clears it.
     */
    targetDelivery: TargetDelivery | null;
    /**
     * The backing feedback request.
     */
    feedbackId: string;
    /**
     * Of the backing request.
     */
    votes: number;
    /**
     * Of the backing request.
     */
    comments: number;
    createdAt: string;
    updatedAt: string;
};

export type RoadmapCreate = {
    title: string;
    description?: string;
    /**
     * Default: `planned`.
     */
    status?: 'planned' | 'in_progress' | 'done' | 'closed';
    /**
     * When the item is planned to be delivered. `null` clears it.
     */
    targetDelivery?: TargetDelivery | null;
    /**
     * The board of the backing request, by UUID or slug. Default: the first.
     */
    boardId?: string;
};

export type RoadmapUpdate = {
    title?: string;
    description?: string;
    /**
     * When the item is planned to be delivered. `null` clears it.
     */
    targetDelivery?: TargetDelivery | null;
};

export type RoadmapStatusChange = {
    status: 'planned' | 'in_progress' | 'done' | 'closed';
};

export type ChangelogEntry = {
    id: string;
    state: 'draft' | 'published';
    title: string;
    /**
     * Markdown.
     */
    body: string;
    versionLabel: string | null;
    tagIds: Array<string>;
    linkedFeedbackIds: Array<string>;
    /**
     * The linked requests in their current state.
     */
    linkedFeedback: Array<{
        id: string;
        title: string;
        stage: 'pending' | 'in_review' | 'planned' | 'in_progress' | 'completed' | 'closed';
    }>;
    reactionsEnabled: boolean;
    commentsEnabled: boolean;
    /**
     * When Heed publishes the entry.
     */
    scheduledPublishAt: string | null;
    /**
     * The IANA time zone in which the schedule was set.
     */
    scheduledTimezone: string | null;
    publishedAt: string | null;
    /**
     * The number of reactions by emoji. Possible emoji: 👍 ❤️ 🎉 🚀 👀 😄. Unused ones are omitted.
     */
    reactions: {
        [key: string]: number;
    };
    /**
     * The number of comments, excluding team notes.
     */
    comments: number;
    createdAt: string;
    updatedAt: string;
};

export type ChangelogEntryCreate = {
    title: string;
    /**
     * Markdown. Default: empty.
     */
    body?: string;
    versionLabel?: string | null;
    /**
     * Ids from `GET /tags`.
     */
    tagIds?: Array<string>;
    /**
     * The requests that this entry addresses.
     */
    linkedFeedbackIds?: Array<string>;
    /**
     * Default: true.
     */
    reactionsEnabled?: boolean;
    /**
     * Default: true.
     */
    commentsEnabled?: boolean;
    /**
     * A time in the future, with offset (RFC 3339). `null` clears the schedule.
     */
    scheduledPublishAt?: string | null;
    scheduledTimezone?: string | null;
};

export type ChangelogEntryUpdate = {
    title?: string;
    /**
     * Markdown. Default: empty.
     */
    body?: string;
    versionLabel?: string | null;
    /**
     * Ids from `GET /tags`.
     */
    tagIds?: Array<string>;
    /**
     * The requests that this entry addresses.
     */
    linkedFeedbackIds?: Array<string>;
    /**
     * Default: true.
     */
    reactionsEnabled?: boolean;
    /**
     * Default: true.
     */
    commentsEnabled?: boolean;
    /**
     * A time in the future, with offset (RFC 3339). `null` clears the schedule.
     */
    scheduledPublishAt?: string | null;
    scheduledTimezone?: string | null;
};

export type ChangelogEntryDeleted = {
    id: string;
    deleted: boolean;
};

export type Event = {
    /**
     * Also the `webhook-id` of its deliveries.
     */
    id: string;
    type: 'board.created' | 'board.deleted' | 'board.updated' | 'changelog.created' | 'changelog.deleted' | 'changelog.published' | 'changelog.scheduled' | 'changelog.updated' | 'comment.created' | 'comment.deleted' | 'comment.updated' | 'company.created' | 'company.updated' | 'customer.created' | 'customer.deleted' | 'customer.updated' | 'feedback.created' | 'feedback.deleted' | 'feedback.merged' | 'feedback.stage_changed' | 'feedback.status_changed' | 'feedback.unmerged' | 'feedback.updated' | 'import.finished' | 'roadmap.created' | 'roadmap.deleted' | 'roadmap.status_changed' | 'roadmap.updated' | 'tracker.linked' | 'tracker.unlinked' | 'vote.created' | 'vote.deleted' | 'webhook.test';
    timestamp: string;
    /**
     * Grows along this list within a workspace.
     */
    sequence: number;
    actor: {
        type: 'api_key' | 'member' | 'customer' | 'system' | 'app';
        id: string | null;
        /**
         * The actor’s current name, or null if it has no name.
         */
        name: string | null;
    };
    /**
     * The resource as its GET presents it, at the time of the event; of a deletion, the last state.
     */
    data: {
        [key: string]: unknown;
    };
    /**
     * Changed members, with the values before and after.
     */
    changes?: {
        [key: string]: unknown | {
            from: unknown;
            to: unknown;
        };
    };
};

export type Webhook = {
    id: string;
    url: string;
    description: string;
    events: Array<'*' | 'board.created' | 'board.deleted' | 'board.updated' | 'changelog.created' | 'changelog.deleted' | 'changelog.published' | 'changelog.scheduled' | 'changelog.updated' | 'comment.created' | 'comment.deleted' | 'comment.updated' | 'company.created' | 'company.updated' | 'customer.created' | 'customer.deleted' | 'customer.updated' | 'feedback.created' | 'feedback.deleted' | 'feedback.merged' | 'feedback.stage_changed' | 'feedback.status_changed' | 'feedback.unmerged' | 'feedback.updated' | 'import.finished' | 'roadmap.created' | 'roadmap.deleted' | 'roadmap.status_changed' | 'roadmap.updated' | 'tracker.linked' | 'tracker.unlinked' | 'vote.created' | 'vote.deleted' | 'webhook.test'>;
    enabled: boolean;
    /**
     * Who or what disabled it: a person, a response with status 410, or five days without a success.
     */
    disabledReason: 'manual' | 'gone' | 'failing' | null;
    lastSuccessAt: string | null;
    createdAt: string;
    updatedAt: string;
};

export type WebhookDelivery = {
    id: string;
    /**
     * Also the `webhook-id`: the same for retries and replays.
     */
    eventId: string;
    eventType: string;
    status: 'pending' | 'succeeded' | 'failed';
    nextAttemptAt: string | null;
    createdAt: string;
    attempts: Array<WebhookAttempt>;
};

export type WebhookAttempt = {
    at: string;
    responseStatus: number | null;
    durationMs: number;
    /**
     * Why there is no response, or why it is not a success.
     */
    error: string | null;
    /**
     * The first 1,024 bytes of the response. Null without a response, once the event’s texts are erased, and for events about customers if the key lacks `customers:read`.
     */
    responseExcerpt: string | null;
};

export type WebhookUpdate = {
    /**
     * An `https://` URL. `http://` is only for hosts in the networks of `OUTBOUND_ALLOW`.
     */
    url?: string;
    /**
     * Types of events, or only `*` for all.
     */
    events?: Array<'*' | 'board.created' | 'board.deleted' | 'board.updated' | 'changelog.created' | 'changelog.deleted' | 'changelog.published' | 'changelog.scheduled' | 'changelog.updated' | 'comment.created' | 'comment.deleted' | 'comment.updated' | 'company.created' | 'company.updated' | 'customer.created' | 'customer.deleted' | 'customer.updated' | 'feedback.created' | 'feedback.deleted' | 'feedback.merged' | 'feedback.stage_changed' | 'feedback.status_changed' | 'feedback.unmerged' | 'feedback.updated' | 'import.finished' | 'roadmap.created' | 'roadmap.deleted' | 'roadmap.status_changed' | 'roadmap.updated' | 'tracker.linked' | 'tracker.unlinked' | 'vote.created' | 'vote.deleted' | 'webhook.test'>;
    /**
     * What the endpoint is for.
     */
    description?: string;
    enabled?: boolean;
};

export type WebhookCreate = {
    /**
     * An `https://` URL. `http://` is only for hosts in the networks of `OUTBOUND_ALLOW`.
     */
    url: string;
    /**
     * Types of events, or only `*` for all.
     */
    events: Array<'*' | 'board.created' | 'board.deleted' | 'board.updated' | 'changelog.created' | 'changelog.deleted' | 'changelog.published' | 'changelog.scheduled' | 'changelog.updated' | 'comment.created' | 'comment.deleted' | 'comment.updated' | 'company.created' | 'company.updated' | 'customer.created' | 'customer.deleted' | 'customer.updated' | 'feedback.created' | 'feedback.deleted' | 'feedback.merged' | 'feedback.stage_changed' | 'feedback.status_changed' | 'feedback.unmerged' | 'feedback.updated' | 'import.finished' | 'roadmap.created' | 'roadmap.deleted' | 'roadmap.status_changed' | 'roadmap.updated' | 'tracker.linked' | 'tracker.unlinked' | 'vote.created' | 'vote.deleted' | 'webhook.test'>;
    /**
     * What the endpoint is for.
     */
    description?: string;
};

export type WebhookWithSecret = {
    id: string;
    url: string;
    description: string;
    events: Array<'*' | 'board.created' | 'board.deleted' | 'board.updated' | 'changelog.created' | 'changelog.deleted' | 'changelog.published' | 'changelog.scheduled' | 'changelog.updated' | 'comment.created' | 'comment.deleted' | 'comment.updated' | 'company.created' | 'company.updated' | 'customer.created' | 'customer.deleted' | 'customer.updated' | 'feedback.created' | 'feedback.deleted' | 'feedback.merged' | 'feedback.stage_changed' | 'feedback.status_changed' | 'feedback.unmerged' | 'feedback.updated' | 'import.finished' | 'roadmap.created' | 'roadmap.deleted' | 'roadmap.status_changed' | 'roadmap.updated' | 'tracker.linked' | 'tracker.unlinked' | 'vote.created' | 'vote.deleted' | 'webhook.test'>;
    enabled: boolean;
    /**
     * Who or what disabled it: a person, a response with status 410, or five days without a success.
     */
    disabledReason: 'manual' | 'gone' | 'failing' | null;
    lastSuccessAt: string | null;
    createdAt: string;
    updatedAt: string;
    /**
     * Only in the first response to this request.
     */
    secret?: string;
};

export type SecretRotation = {
    /**
     * How long the previous secret also signs deliveries.
     */
    overlapHours?: number;
};

export type ReplayCount = {
    count: number;
};

export type ReplayRequest = {
    /**
     * Events from this time on.
     */
    since: string;
    /**
     * Events before this time. Default: now.
     */
    until?: string;
    /**
     * Default: the types that the webhook subscribes to.
     */
    types?: Array<'board.created' | 'board.deleted' | 'board.updated' | 'changelog.created' | 'changelog.deleted' | 'changelog.published' | 'changelog.scheduled' | 'changelog.updated' | 'comment.created' | 'comment.deleted' | 'comment.updated' | 'company.created' | 'company.updated' | 'customer.created' | 'customer.deleted' | 'customer.updated' | 'feedback.created' | 'feedback.deleted' | 'feedback.merged' | 'feedback.stage_changed' | 'feedback.status_changed' | 'feedback.unmerged' | 'feedback.updated' | 'import.finished' | 'roadmap.created' | 'roadmap.deleted' | 'roadmap.status_changed' | 'roadmap.updated' | 'tracker.linked' | 'tracker.unlinked' | 'vote.created' | 'vote.deleted' | 'webhook.test'>;
};

export type Tag = {
    id: string;
    name: string;
    color: string;
};

export type Board = {
    id: string;
    /**
     * Its name in URLs and in `boardId`.
     */
    slug: string;
    name: string;
    /**
     * Whether new requests can be submitted to it.
     */
    acceptsRequests: boolean;
    /**
     * Whether the portal shows it.
     */
    isPublic: boolean;
    /**
     * Which new requests of customers wait for review.
     */
    reviewsNew: 'all' | 'links' | 'first_time' | 'none';
    createdAt: string;
};

export type BoardCreate = {
    name: string;
    slug: string;
    acceptsRequests?: boolean;
    isPublic?: boolean;
    reviewsNew?: 'all' | 'links' | 'first_time' | 'none';
};

export type BoardUpdate = {
    name?: string;
    slug?: string;
    acceptsRequests?: boolean;
    isPublic?: boolean;
    reviewsNew?: 'all' | 'links' | 'first_time' | 'none';
};

export type FeedbackVote = {
    feedbackId: string;
    customerId: string;
    createdAt: string;
    customer: {
        id: string;
        externalId: string | null;
        email: string | null;
        name: string | null;
    };
};

export type Vote = {
    feedbackId: string;
    customerId: string;
    createdAt: string;
};

export type CustomerVote = {
    feedbackId: string;
    customerId: string;
    createdAt: string;
    feedback: {
        id: string;
        title: string;
        stage: 'pending' | 'in_review' | 'planned' | 'in_progress' | 'completed' | 'closed';
    };
};

export type Customer = {
    id: string;
    /**
     * Your own id for this customer.
     */
    externalId: string | null;
    email: string | null;
    name: string | null;
    company: Company | null;
    /**
     * Your own data, with at most 50 keys. A key has 1 to 64 characters; a value is a string of at most 1,000 characters, a number, a boolean, or a date in ISO 8601 as a string.
     */
    attributes: {
        [key: string]: string | number | boolean;
    };
    createdAt: string;
    updatedAt: string;
};

export type Company = {
    id: string;
    /**
     * Your own id for this company.
     */
    externalId: string;
    name: string;
    monthlyRevenue: Money | null;
    /**
     * Your own data, with at most 50 keys. A key has 1 to 64 characters; a value is a string of at most 1,000 characters, a number, a boolean, or a date in ISO 8601 as a string.
     */
    attributes: {
        [key: string]: string | number | boolean;
    };
    createdAt: string;
    updatedAt: string;
};

export type Money = {
    /**
     * In minor units, such as cents.
     */
    amount: number;
    /**
     * An ISO 4217 code.
     */
    currency: string;
};

/**
 * A customer. At least one of `externalId` and `email`.
 */
export type CustomerUpsert = {
    /**
     * Your own id for this customer.
     */
    externalId: string | null;
    email?: string | null;
    name?: string | null;
    company?: CompanyInput | null;
    /**
     * Your own data, with at most 50 keys. A key has 1 to 64 characters; a value is a string of at most 1,000 characters, a number, a boolean, or a date in ISO 8601 as a string.
     */
    attributes?: {
        [key: string]: string | number | boolean;
    };
} | {
    /**
     * Your own id for this customer.
     */
    externalId?: string | null;
    email: string | null;
    name?: string | null;
    company?: CompanyInput | null;
    /**
     * Your own data, with at most 50 keys. A key has 1 to 64 characters; a value is a string of at most 1,000 characters, a number, a boolean, or a date in ISO 8601 as a string.
     */
    attributes?: {
        [key: string]: string | number | boolean;
    };
};

export type CompanyInput = {
    /**
     * Your own id for this company.
     */
    externalId: string;
    /**
     * Required for a new company.
     */
    name?: string;
    monthlyRevenue?: Money | null;
    /**
     * Your own data, with at most 50 keys. A key has 1 to 64 characters; a value is a string of at most 1,000 characters, a number, a boolean, or a date in ISO 8601 as a string.
     */
    attributes?: {
        [key: string]: string | number | boolean;
    };
};

export type CustomerUpdate = {
    /**
     * Your own id for this customer.
     */
    externalId?: string | null;
    email?: string | null;
    name?: string | null;
    company?: CompanyInput | null;
    /**
     * Your own data, with at most 50 keys. A key has 1 to 64 characters; a value is a string of at most 1,000 characters, a number, a boolean, or a date in ISO 8601 as a string.
     */
    attributes?: {
        [key: string]: string | number | boolean;
    };
};

export type WorkspaceSummary = {
    name: string;
    slug: string;
    plan: 'free' | 'starter' | 'growth';
    limits: {
        trackedCustomers: {
            used: number;
            /**
             * Null if the plan has no limit.
             */
            max: number | null;
        };
        requestsPerMinute: {
            key: number;
            workspace: number;
        };
    };
    counts: {
        feedback: {
            total: number;
            byStage: {
                pending: number;
                in_review: number;
                planned: number;
                in_progress: number;
                completed: number;
                closed: number;
            };
        };
        roadmap: {
            total: number;
            byStatus: {
                planned: number;
                in_progress: number;
                done: number;
                closed: number;
            };
        };
        changelog: {
            draft: number;
            published: number;
        };
    };
    /**
     * Setup steps: whether at least one exists, or whether it is connected or configured.
     */
    setup: {
        board: boolean;
        feedback: boolean;
        roadmap: boolean;
        changelogPublished: boolean;
        tracker: boolean;
        email: boolean;
        complete: boolean;
    };
};

/**
 * The id of the resource. An id from another workspace returns 404, like an unknown id.
 */
export type Id = string;

/**
 * A unique key that you choose for this request. A retry with the same key returns the stored response without repeating the operation.
 */
export type IdempotencyKey = string;

/**
 * The name of the program that makes the request. Recorded in the audit log.
 */
export type ServiceAgent = string;

export type ListFeedbackData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * How many to return at most.
         */
        limit?: number;
        /**
         * The `nextCursor` of the page before, with the same filters.
         */
        cursor?: string;
        stage?: 'pending' | 'in_review' | 'planned' | 'in_progress' | 'completed' | 'closed';
        /**
         * The UUID or slug of a board.
         */
        board?: string;
        /**
         * Text to find in the title or the description, ignoring case.
         */
        search?: string;
    };
    url: '/feedback';
};

export type ListFeedbackResponses = {
    /**
     * Done.
     */
    200: {
        data: Array<Feedback>;
        pagination: Pagination;
    };
};

export type CreateFeedbackData = {
    body: FeedbackCreate;
    headers?: {
        /**
         * A unique key that you choose for this request. A retry with the same key returns the stored response without repeating the operation.
         */
        'Idempotency-Key'?: string;
        /**
         * The name of the program that makes the request. Recorded in the audit log.
         */
        'X-Service-Agent'?: string;
    };
    path?: never;
    query?: never;
    url: '/feedback';
};

export type CreateFeedbackResponses = {
    /**
     * Created.
     */
    201: {
        data: Feedback;
    };
};

export type GetFeedbackData = {
    body?: never;
    path: {
        /**
         * The id of the resource. An id from another workspace returns 404, like an unknown id.
         */
        id: string;
    };
    query?: never;
    url: '/feedback/{id}';
};

export type GetFeedbackResponses = {
    /**
     * Done.
     */
    200: {
        data: Feedback;
    };
};

export type UpdateFeedbackData = {
    body: FeedbackUpdate;
    headers?: {
        /**
         * The name of the program that makes the request. Recorded in the audit log.
         */
        'X-Service-Agent'?: string;
    };
    path: {
        /**
         * The id of the resource. An id from another workspace returns 404, like an unknown id.
         */
        id: string;
    };
    query?: never;
    url: '/feedback/{id}';
};

export type UpdateFeedbackResponses = {
    /**
     * Done.
     */
    200: {
        data: Feedback;
    };
};

export type SetFeedbackStageData = {
    body: StageChange;
    headers?: {
        /**
         * The name of the program that makes the request. Recorded in the audit log.
         */
        'X-Service-Agent'?: string;
    };
    path: {
        /**
         * The id of the resource. An id from another workspace returns 404, like an unknown id.
         */
        id: string;
    };
    query?: never;
    url: '/feedback/{id}/stage';
};

export type SetFeedbackStageResponses = {
    /**
     * Done.
     */
    200: {
        data: Feedback;
    };
};

export type SetFeedbackStatusData = {
    body: StatusChange;
    headers?: {
        /**
         * The name of the program that makes the request. Recorded in the audit log.
         */
        'X-Service-Agent'?: string;
    };
    path: {
        /**
         * The id of the resource. An id from another workspace returns 404, like an unknown id.
         */
        id: string;
    };
    query?: never;
    url: '/feedback/{id}/status';
};

export type SetFeedbackStatusResponses = {
    /**
     * Done.
     */
    200: {
        data: Feedback;
    };
};

export type ListFeedbackCommentsData = {
    body?: never;
    path: {
        /**
         * The id of the resource. An id from another workspace returns 404, like an unknown id.
         */
        id: string;
    };
    query?: {
        /**
         * How many to return at most.
         */
        limit?: number;
        /**
         * The `nextCursor` of the page before, with the same filters.
         */
        cursor?: string;
    };
    url: '/feedback/{id}/comments';
};

export type ListFeedbackCommentsResponses = {
    /**
     * Done.
     */
    200: {
        data: Array<Comment>;
        pagination: Pagination;
    };
};

export type CreateFeedbackCommentData = {
    body: CommentCreate;
    headers?: {
        /**
         * A unique key that you choose for this request. A retry with the same key returns the stored response without repeating the operation.
         */
        'Idempotency-Key'?: string;
        /**
         * The name of the program that makes the request. Recorded in the audit log.
         */
        'X-Service-Agent'?: string;
    };
    path: {
        /**
         * The id of the resource. An id from another workspace returns 404, like an unknown id.
         */
        id: string;
    };
    query?: never;
    url: '/feedback/{id}/comments';
};

export type CreateFeedbackCommentResponses = {
    /**
     * Created.
     */
    201: {
        data: Comment;
    };
};

export type ListChangelogCommentsData = {
    body?: never;
    path: {
        /**
         * The id of the resource. An id from another workspace returns 404, like an unknown id.
         */
        id: string;
    };
    query?: {
        /**
         * How many to return at most.
         */
        limit?: number;
        /**
         * The `nextCursor` of the page before, with the same filters.
         */
        cursor?: string;
    };
    url: '/changelog/{id}/comments';
};

export type ListChangelogCommentsResponses = {
    /**
     * Done.
     */
    200: {
        data: Array<Comment>;
        pagination: Pagination;
    };
};

export type CreateChangelogCommentData = {
    body: CommentCreate;
    headers?: {
        /**
         * A unique key that you choose for this request. A retry with the same key returns the stored response without repeating the operation.
         */
        'Idempotency-Key'?: string;
        /**
         * The name of the program that makes the request. Recorded in the audit log.
         */
        'X-Service-Agent'?: string;
    };
    path: {
        /**
         * The id of the resource. An id from another workspace returns 404, like an unknown id.
         */
        id: string;
    };
    query?: never;
    url: '/changelog/{id}/comments';
};

export type CreateChangelogCommentResponses = {
    /**
     * Created.
     */
    201: {
        data: Comment;
    };
};

export type PreviewTrackerIssueData = {
    body?: never;
    path: {
        /**
         * The id of the resource. An id from another workspace returns 404, like an unknown id.
         */
        id: string;
    };
    query?: {
        /**
         * Default: the request’s title.
         */
        title?: string;
        /**
         * Default: the request’s text, votes, board and a backlink.
         */
        description?: string;
        teamId?: string;
        projectId?: string;
        labelIds?: Array<string>;
        assigneeId?: string;
        /**
         * 0 none, 1 urgent, 2 high, 3 medium, 4 low.
         */
        priority?: number;
    };
    url: '/feedback/{id}/send-to-tracker';
};

export type PreviewTrackerIssueResponses = {
    /**
     * Done.
     */
    200: {
        data: TrackerPreview;
    };
};

export type SendToTrackerData = {
    body?: TrackerOverrides;
    headers?: {
        /**
         * A unique key that you choose for this request. A retry with the same key returns the stored response without repeating the operation.
         */
        'Idempotency-Key'?: string;
        /**
         * The name of the program that makes the request. Recorded in the audit log.
         */
        'X-Service-Agent'?: string;
    };
    path: {
        /**
         * The id of the resource. An id from another workspace returns 404, like an unknown id.
         */
        id: string;
    };
    query?: never;
    url: '/feedback/{id}/send-to-tracker';
};

export type SendToTrackerResponses = {
    /**
     * Done.
     */
    200: {
        data: TrackerSent;
    };
    /**
     * Created.
     */
    201: {
        data: TrackerSent;
    };
};

export type PromoteFeedbackData = {
    body: Promote;
    headers?: {
        /**
         * A unique key that you choose for this request. A retry with the same key returns the stored response without repeating the operation.
         */
        'Idempotency-Key'?: string;
        /**
         * The name of the program that makes the request. Recorded in the audit log.
         */
        'X-Service-Agent'?: string;
    };
    path: {
        /**
         * The id of the resource. An id from another workspace returns 404, like an unknown id.
         */
        id: string;
    };
    query?: never;
    url: '/feedback/{id}/promote';
};

export type PromoteFeedbackResponses = {
    /**
     * Done.
     */
    200: {
        data: Promotion;
    };
};

export type ListRoadmapData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * How many to return at most.
         */
        limit?: number;
        /**
         * The `nextCursor` of the page before, with the same filters.
         */
        cursor?: string;
        status?: 'planned' | 'in_progress' | 'done' | 'closed';
    };
    url: '/roadmap';
};

export type ListRoadmapResponses = {
    /**
     * Done.
     */
    200: {
        data: Array<RoadmapItem>;
        pagination: Pagination;
    };
};

export type CreateRoadmapItemData = {
    body: RoadmapCreate;
    headers?: {
        /**
         * A unique key that you choose for this request. A retry with the same key returns the stored response without repeating the operation.
         */
        'Idempotency-Key'?: string;
        /**
         * The name of the program that makes the request. Recorded in the audit log.
         */
        'X-Service-Agent'?: string;
    };
    path?: never;
    query?: never;
    url: '/roadmap';
};

export type CreateRoadmapItemResponses = {
    /**
     * Created.
     */
    201: {
        data: RoadmapItem;
    };
};

export type GetRoadmapItemData = {
    body?: never;
    path: {
        /**
         * The id of the resource. An id from another workspace returns 404, like an unknown id.
         */
        id: string;
    };
    query?: never;
    url: '/roadmap/{id}';
};

export type GetRoadmapItemResponses = {
    /**
     * Done.
     */
    200: {
        data: RoadmapItem;
    };
};

export type UpdateRoadmapItemData = {
    body: RoadmapUpdate;
    headers?: {
        /**
         * The name of the program that makes the request. Recorded in the audit log.
         */
        'X-Service-Agent'?: string;
    };
    path: {
        /**
         * The id of the resource. An id from another workspace returns 404, like an unknown id.
         */
        id: string;
    };
    query?: never;
    url: '/roadmap/{id}';
};

export type UpdateRoadmapItemResponses = {
    /**
     * Done.
     */
    200: {
        data: RoadmapItem;
    };
};

export type SetRoadmapStatusData = {
    body: RoadmapStatusChange;
    headers?: {
        /**
         * The name of the program that makes the request. Recorded in the audit log.
         */
        'X-Service-Agent'?: string;
    };
    path: {
        /**
         * The id of the resource. An id from another workspace returns 404, like an unknown id.
         */
        id: string;
    };
    query?: never;
    url: '/roadmap/{id}/status';
};

export type SetRoadmapStatusResponses = {
    /**
     * Done.
     */
    200: {
        data: RoadmapItem;
    };
};

export type ListChangelogData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * How many to return at most.
         */
        limit?: number;
        /**
         * The `nextCursor` of the page before, with the same filters.
         */
        cursor?: string;
        state?: 'draft' | 'published';
    };
    url: '/changelog';
};

export type ListChangelogResponses = {
    /**
     * Done.
     */
    200: {
        data: Array<ChangelogEntry>;
        pagination: Pagination;
    };
};

export type CreateChangelogEntryData = {
    body: ChangelogEntryCreate;
    headers?: {
        /**
         * A unique key that you choose for this request. A retry with the same key returns the stored response without repeating the operation.
         */
        'Idempotency-Key'?: string;
        /**
         * The name of the program that makes the request. Recorded in the audit log.
         */
        'X-Service-Agent'?: string;
    };
    path?: never;
    query?: never;
    url: '/changelog';
};

export type CreateChangelogEntryResponses = {
    /**
     * Created.
     */
    201: {
        data: ChangelogEntry;
    };
};

export type DeleteChangelogEntryData = {
    body?: never;
    headers?: {
        /**
         * The name of the program that makes the request. Recorded in the audit log.
         */
        'X-Service-Agent'?: string;
    };
    path: {
        /**
         * The id of the resource. An id from another workspace returns 404, like an unknown id.
         */
        id: string;
    };
    query?: never;
    url: '/changelog/{id}';
};

export type DeleteChangelogEntryResponses = {
    /**
     * Done.
     */
    200: {
        data: ChangelogEntryDeleted;
    };
};

export type GetChangelogEntryData = {
    body?: never;
    path: {
        /**
         * The id of the resource. An id from another workspace returns 404, like an unknown id.
         */
        id: string;
    };
    query?: never;
    url: '/changelog/{id}';
};

export type GetChangelogEntryResponses = {
    /**
     * Done.
     */
    200: {
        data: ChangelogEntry;
    };
};

export type UpdateChangelogEntryData = {
    body: ChangelogEntryUpdate;
    headers?: {
        /**
         * The name of the program that makes the request. Recorded in the audit log.
         */
        'X-Service-Agent'?: string;
    };
    path: {
        /**
         * The id of the resource. An id from another workspace returns 404, like an unknown id.
         */
        id: string;
    };
    query?: never;
    url: '/changelog/{id}';
};

export type UpdateChangelogEntryResponses = {
    /**
     * Done.
     */
    200: {
        data: ChangelogEntry;
    };
};

export type PublishChangelogEntryData = {
    body?: never;
    headers?: {
        /**
         * A unique key that you choose for this request. A retry with the same key returns the stored response without repeating the operation.
         */
        'Idempotency-Key'?: string;
        /**
         * The name of the program that makes the request. Recorded in the audit log.
         */
        'X-Service-Agent'?: string;
    };
    path: {
        /**
         * The id of the resource. An id from another workspace returns 404, like an unknown id.
         */
        id: string;
    };
    query?: never;
    url: '/changelog/{id}/publish';
};

export type PublishChangelogEntryResponses = {
    /**
     * Done.
     */
    200: {
        data: ChangelogEntry;
    };
};

export type ListEventsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * How many to return at most.
         */
        limit?: number;
        /**
         * The `nextCursor` of the page before, with the same filters.
         */
        cursor?: string;
        /**
         * The id of the last event that you have seen. Returns those after it. Not together with `cursor` or `since`.
         */
        after?: string;
        /**
         * Returns events from this time on.
         */
        since?: string;
        /**
         * Only events of this type. Repeat it for several types.
         */
        type?: Array<'board.created' | 'board.deleted' | 'board.updated' | 'changelog.created' | 'changelog.deleted' | 'changelog.published' | 'changelog.scheduled' | 'changelog.updated' | 'comment.created' | 'comment.deleted' | 'comment.updated' | 'company.created' | 'company.updated' | 'customer.created' | 'customer.deleted' | 'customer.updated' | 'feedback.created' | 'feedback.deleted' | 'feedback.merged' | 'feedback.stage_changed' | 'feedback.status_changed' | 'feedback.unmerged' | 'feedback.updated' | 'import.finished' | 'roadmap.created' | 'roadmap.deleted' | 'roadmap.status_changed' | 'roadmap.updated' | 'tracker.linked' | 'tracker.unlinked' | 'vote.created' | 'vote.deleted' | 'webhook.test'>;
    };
    url: '/events';
};

export type ListEventsResponses = {
    /**
     * Done.
     */
    200: {
        data: Array<Event>;
        pagination: Pagination;
    };
};

export type GetEventData = {
    body?: never;
    path: {
        /**
         * The id of the resource. An id from another workspace returns 404, like an unknown id.
         */
        id: string;
    };
    query?: never;
    url: '/events/{id}';
};

export type GetEventResponses = {
    /**
     * Done.
     */
    200: {
        data: Event;
    };
};

export type ListWebhooksData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * How many to return at most.
         */
        limit?: number;
        /**
         * The `nextCursor` of the page before, with the same filters.
         */
        cursor?: string;
    };
    url: '/webhooks';
};

export type ListWebhooksResponses = {
    /**
     * Done.
     */
    200: {
        data: Array<Webhook>;
        pagination: Pagination;
    };
};

export type CreateWebhookData = {
    body: WebhookCreate;
    headers?: {
        /**
         * A unique key that you choose for this request. A retry with the same key returns the stored response without repeating the operation.
         */
        'Idempotency-Key'?: string;
        /**
         * The name of the program that makes the request. Recorded in the audit log.
         */
        'X-Service-Agent'?: string;
    };
    path?: never;
    query?: never;
    url: '/webhooks';
};

export type CreateWebhookResponses = {
    /**
     * Created.
     */
    201: {
        data: WebhookWithSecret;
    };
};

export type DeleteWebhookData = {
    body?: never;
    headers?: {
        /**
         * The name of the program that makes the request. Recorded in the audit log.
         */
        'X-Service-Agent'?: string;
    };
    path: {
        /**
         * The id of the resource. An id from another workspace returns 404, like an unknown id.
         */
        id: string;
    };
    query?: never;
    url: '/webhooks/{id}';
};

export type DeleteWebhookResponses = {
    /**
     * Done.
     */
    204: void;
};

export type GetWebhookData = {
    body?: never;
    path: {
        /**
         * The id of the resource. An id from another workspace returns 404, like an unknown id.
         */
        id: string;
    };
    query?: never;
    url: '/webhooks/{id}';
};

export type GetWebhookResponses = {
    /**
     * Done.
     */
    200: {
        data: Webhook;
    };
};

export type UpdateWebhookData = {
    body: WebhookUpdate;
    headers?: {
        /**
         * The name of the program that makes the request. Recorded in the audit log.
         */
        'X-Service-Agent'?: string;
    };
    path: {
        /**
         * The id of the resource. An id from another workspace returns 404, like an unknown id.
         */
        id: string;
    };
    query?: never;
    url: '/webhooks/{id}';
};

export type UpdateWebhookResponses = {
    /**
     * Done.
     */
    200: {
        data: Webhook;
    };
};

export type ListWebhookDeliveriesData = {
    body?: never;
    path: {
        /**
         * The id of the resource. An id from another workspace returns 404, like an unknown id.
         */
        id: string;
    };
    query?: {
        /**
         * How many to return at most.
         */
        limit?: number;
        /**
         * The `nextCursor` of the page before, with the same filters.
         */
        cursor?: string;
        status?: 'pending' | 'succeeded' | 'failed';
        eventType?: 'board.created' | 'board.deleted' | 'board.updated' | 'changelog.created' | 'changelog.deleted' | 'changelog.published' | 'changelog.scheduled' | 'changelog.updated' | 'comment.created' | 'comment.deleted' | 'comment.updated' | 'company.created' | 'company.updated' | 'customer.created' | 'customer.deleted' | 'customer.updated' | 'feedback.created' | 'feedback.deleted' | 'feedback.merged' | 'feedback.stage_changed' | 'feedback.status_changed' | 'feedback.unmerged' | 'feedback.updated' | 'import.finished' | 'roadmap.created' | 'roadmap.deleted' | 'roadmap.status_changed' | 'roadmap.updated' | 'tracker.linked' | 'tracker.unlinked' | 'vote.created' | 'vote.deleted' | 'webhook.test';
    };
    url: '/webhooks/{id}/deliveries';
};

export type ListWebhookDeliveriesResponses = {
    /**
     * Done.
     */
    200: {
        data: Array<WebhookDelivery>;
        pagination: Pagination;
    };
};

export type RotateWebhookSecretData = {
    body?: SecretRotation;
    headers?: {
        /**
         * A unique key that you choose for this request. A retry with the same key returns the stored response without repeating the operation.
         */
        'Idempotency-Key'?: string;
        /**
         * The name of the program that makes the request. Recorded in the audit log.
         */
        'X-Service-Agent'?: string;
    };
    path: {
        /**
         * The id of the resource. An id from another workspace returns 404, like an unknown id.
         */
        id: string;
    };
    query?: never;
    url: '/webhooks/{id}/rotate-secret';
};

export type RotateWebhookSecretResponses = {
    /**
     * Done.
     */
    200: {
        data: WebhookWithSecret;
    };
};

export type TestWebhookData = {
    body?: never;
    headers?: {
        /**
         * A unique key that you choose for this request. A retry with the same key returns the stored response without repeating the operation.
         */
        'Idempotency-Key'?: string;
        /**
         * The name of the program that makes the request. Recorded in the audit log.
         */
        'X-Service-Agent'?: string;
    };
    path: {
        /**
         * The id of the resource. An id from another workspace returns 404, like an unknown id.
         */
        id: string;
    };
    query?: never;
    url: '/webhooks/{id}/test';
};

export type TestWebhookResponses = {
    /**
     * Done.
     */
    202: {
        data: ReplayCount;
    };
};

export type ReplayWebhookDeliveryData = {
    body?: never;
    headers?: {
        /**
         * A unique key that you choose for this request. A retry with the same key returns the stored response without repeating the operation.
         */
        'Idempotency-Key'?: string;
        /**
         * The name of the program that makes the request. Recorded in the audit log.
         */
        'X-Service-Agent'?: string;
    };
    path: {
        /**
         * The id of the resource. An id from another workspace returns 404, like an unknown id.
         */
        id: string;
        /**
         * The id of the delivery. An id from another workspace returns 404, like an unknown id.
         */
        deliveryId: string;
    };
    query?: never;
    url: '/webhooks/{id}/deliveries/{deliveryId}/replay';
};

export type ReplayWebhookDeliveryResponses = {
    /**
     * Done.
     */
    202: {
        data: ReplayCount;
    };
};

export type ReplayWebhookEventsData = {
    body: ReplayRequest;
    headers?: {
        /**
         * A unique key that you choose for this request. A retry with the same key returns the stored response without repeating the operation.
         */
        'Idempotency-Key'?: string;
        /**
         * The name of the program that makes the request. Recorded in the audit log.
         */
        'X-Service-Agent'?: string;
    };
    path: {
        /**
         * The id of the resource. An id from another workspace returns 404, like an unknown id.
         */
        id: string;
    };
    query?: never;
    url: '/webhooks/{id}/replay';
};

export type ReplayWebhookEventsResponses = {
    /**
     * Done.
     */
    202: {
        data: ReplayCount;
    };
};

export type ListTagsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * How many to return at most.
         */
        limit?: number;
        /**
         * The `nextCursor` of the page before, with the same filters.
         */
        cursor?: string;
    };
    url: '/tags';
};

export type ListTagsResponses = {
    /**
     * Done.
     */
    200: {
        data: Array<Tag>;
        pagination: Pagination;
    };
};

export type ListBoardsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * How many to return at most.
         */
        limit?: number;
        /**
         * The `nextCursor` of the page before, with the same filters.
         */
        cursor?: string;
    };
    url: '/boards';
};

export type ListBoardsResponses = {
    /**
     * Done.
     */
    200: {
        data: Array<Board>;
        pagination: Pagination;
    };
};

export type CreateBoardData = {
    body: BoardCreate;
    headers?: {
        /**
         * A unique key that you choose for this request. A retry with the same key returns the stored response without repeating the operation.
         */
        'Idempotency-Key'?: string;
        /**
         * The name of the program that makes the request. Recorded in the audit log.
         */
        'X-Service-Agent'?: string;
    };
    path?: never;
    query?: never;
    url: '/boards';
};

export type CreateBoardResponses = {
    /**
     * Created.
     */
    201: {
        data: Board;
    };
};

export type UpdateBoardData = {
    body: BoardUpdate;
    headers?: {
        /**
         * The name of the program that makes the request. Recorded in the audit log.
         */
        'X-Service-Agent'?: string;
    };
    path: {
        /**
         * The id of the resource. An id from another workspace returns 404, like an unknown id.
         */
        id: string;
    };
    query?: never;
    url: '/boards/{id}';
};

export type UpdateBoardResponses = {
    /**
     * Done.
     */
    200: {
        data: Board;
    };
};

export type ListFeedbackVotesData = {
    body?: never;
    path: {
        /**
         * The id of the resource. An id from another workspace returns 404, like an unknown id.
         */
        id: string;
    };
    query?: {
        /**
         * How many to return at most.
         */
        limit?: number;
        /**
         * The `nextCursor` of the page before, with the same filters.
         */
        cursor?: string;
    };
    url: '/feedback/{id}/votes';
};

export type ListFeedbackVotesResponses = {
    /**
     * Done.
     */
    200: {
        data: Array<FeedbackVote>;
        pagination: Pagination;
    };
};

export type RemoveVoteData = {
    body?: never;
    headers?: {
        /**
         * The name of the program that makes the request. Recorded in the audit log.
         */
        'X-Service-Agent'?: string;
    };
    path: {
        /**
         * The id of the resource. An id from another workspace returns 404, like an unknown id.
         */
        id: string;
        /**
         * The id of the customer. An id from another workspace returns 404, like an unknown id.
         */
        customerId: string;
    };
    query?: never;
    url: '/feedback/{id}/votes/{customerId}';
};

export type RemoveVoteResponses = {
    /**
     * Done.
     */
    204: void;
};

export type SetVoteData = {
    body?: never;
    headers?: {
        /**
         * The name of the program that makes the request. Recorded in the audit log.
         */
        'X-Service-Agent'?: string;
    };
    path: {
        /**
         * The id of the resource. An id from another workspace returns 404, like an unknown id.
         */
        id: string;
        /**
         * The id of the customer. An id from another workspace returns 404, like an unknown id.
         */
        customerId: string;
    };
    query?: never;
    url: '/feedback/{id}/votes/{customerId}';
};

export type SetVoteResponses = {
    /**
     * Done.
     */
    200: {
        data: Vote;
    };
    /**
     * Created.
     */
    201: {
        data: Vote;
    };
};

export type ListCustomerVotesData = {
    body?: never;
    path: {
        /**
         * The id of the resource. An id from another workspace returns 404, like an unknown id.
         */
        id: string;
    };
    query?: {
        /**
         * How many to return at most.
         */
        limit?: number;
        /**
         * The `nextCursor` of the page before, with the same filters.
         */
        cursor?: string;
    };
    url: '/customers/{id}/votes';
};

export type ListCustomerVotesResponses = {
    /**
     * Done.
     */
    200: {
        data: Array<CustomerVote>;
        pagination: Pagination;
    };
};

export type ListCustomersData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * How many to return at most.
         */
        limit?: number;
        /**
         * The `nextCursor` of the page before, with the same filters.
         */
        cursor?: string;
        /**
         * The customer with this address, ignoring case.
         */
        email?: string;
        /**
         * The customer with this id of yours.
         */
        externalId?: string;
        /**
         * The UUID or external id of a company.
         */
        company?: string;
        /**
         * `tracked` customers count toward the plan; a `participant` takes part on the portal without being tracked; the team has `blocked` a customer.
         */
        segment?: 'tracked' | 'participant' | 'blocked';
        /**
         * Text to find in the name, the email or the external id, ignoring case.
         */
        search?: string;
    };
    url: '/customers';
};

export type ListCustomersResponses = {
    /**
     * Done.
     */
    200: {
        data: Array<Customer>;
        pagination: Pagination;
    };
};

export type UpsertCustomerData = {
    body: CustomerUpsert;
    headers?: {
        /**
         * The name of the program that makes the request. Recorded in the audit log.
         */
        'X-Service-Agent'?: string;
    };
    path?: never;
    query?: never;
    url: '/customers';
};

export type UpsertCustomerResponses = {
    /**
     * Done.
     */
    200: {
        data: Customer;
    };
    /**
     * Created.
     */
    201: {
        data: Customer;
    };
};

export type DeleteCustomerData = {
    body?: never;
    headers?: {
        /**
         * The name of the program that makes the request. Recorded in the audit log.
         */
        'X-Service-Agent'?: string;
    };
    path: {
        /**
         * The id of the resource. An id from another workspace returns 404, like an unknown id.
         */
        id: string;
    };
    query?: {
        /**
         * Whether to delete what they wrote as well. Otherwise it stays, without their name.
         */
        withContent?: boolean;
    };
    url: '/customers/{id}';
};

export type DeleteCustomerResponses = {
    /**
     * Done.
     */
    204: void;
};

export type GetCustomerData = {
    body?: never;
    path: {
        /**
         * The id of the resource. An id from another workspace returns 404, like an unknown id.
         */
        id: string;
    };
    query?: never;
    url: '/customers/{id}';
};

export type GetCustomerResponses = {
    /**
     * Done.
     */
    200: {
        data: Customer;
    };
};

export type UpdateCustomerData = {
    body: CustomerUpdate;
    headers?: {
        /**
         * The name of the program that makes the request. Recorded in the audit log.
         */
        'X-Service-Agent'?: string;
    };
    path: {
        /**
         * The id of the resource. An id from another workspace returns 404, like an unknown id.
         */
        id: string;
    };
    query?: never;
    url: '/customers/{id}';
};

export type UpdateCustomerResponses = {
    /**
     * Done.
     */
    200: {
        data: Customer;
    };
};

export type ListCustomerFeedbackData = {
    body?: never;
    path: {
        /**
         * The id of the resource. An id from another workspace returns 404, like an unknown id.
         */
        id: string;
    };
    query?: {
        /**
         * How many to return at most.
         */
        limit?: number;
        /**
         * The `nextCursor` of the page before, with the same filters.
         */
        cursor?: string;
    };
    url: '/customers/{id}/feedback';
};

export type ListCustomerFeedbackResponses = {
    /**
     * Done.
     */
    200: {
        data: Array<Feedback>;
        pagination: Pagination;
    };
};

export type ListCompaniesData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * How many to return at most.
         */
        limit?: number;
        /**
         * The `nextCursor` of the page before, with the same filters.
         */
        cursor?: string;
        /**
         * The company with this id of yours.
         */
        externalId?: string;
    };
    url: '/companies';
};

export type ListCompaniesResponses = {
    /**
     * Done.
     */
    200: {
        data: Array<Company>;
        pagination: Pagination;
    };
};

export type UpsertCompanyData = {
    body: CompanyInput;
    headers?: {
        /**
         * The name of the program that makes the request. Recorded in the audit log.
         */
        'X-Service-Agent'?: string;
    };
    path?: never;
    query?: never;
    url: '/companies';
};

export type UpsertCompanyResponses = {
    /**
     * Done.
     */
    200: {
        data: Company;
    };
    /**
     * Created.
     */
    201: {
        data: Company;
    };
};

export type GetCompanyData = {
    body?: never;
    path: {
        /**
         * The id of the resource. An id from another workspace returns 404, like an unknown id.
         */
        id: string;
    };
    query?: never;
    url: '/companies/{id}';
};

export type GetCompanyResponses = {
    /**
     * Done.
     */
    200: {
        data: Company;
    };
};

export type GetWorkspaceData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/workspace';
};

export type GetWorkspaceResponses = {
    /**
     * Done.
     */
    200: {
        data: WorkspaceSummary;
    };
};

export type GetOpenApiDocumentData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/openapi.json';
};

export type GetOpenApiDocumentResponses = {
    /**
     * An OpenAPI 3.1 document.
     */
    200: {
        openapi: string;
    };
};

