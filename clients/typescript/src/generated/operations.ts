// Generated from openapi.json by `npm run generate`.
import type { HeedEvent } from '../events.ts'
import type { PostOptions, RequestOptions, WriteOptions } from '../options.ts'
import type { List } from '../pages.ts'
import { segment, type Transport } from '../transport.ts'
import type {
  Board,
  BoardCreate,
  BoardUpdate,
  ChangelogEntry,
  ChangelogEntryCreate,
  ChangelogEntryDeleted,
  ChangelogEntryUpdate,
  Comment,
  CommentCreate,
  Company,
  CompanyInput,
  Customer,
  CustomerUpdate,
  CustomerUpsert,
  CustomerVote,
  DeleteCustomerData,
  Feedback,
  FeedbackCreate,
  FeedbackUpdate,
  FeedbackVote,
  ListBoardsData,
  ListChangelogCommentsData,
  ListChangelogData,
  ListCompaniesData,
  ListCustomerFeedbackData,
  ListCustomerVotesData,
  ListCustomersData,
  ListEventsData,
  ListFeedbackCommentsData,
  ListFeedbackData,
  ListFeedbackVotesData,
  ListRoadmapData,
  ListTagsData,
  ListWebhookDeliveriesData,
  ListWebhooksData,
  PreviewTrackerIssueData,
  Promote,
  Promotion,
  ReplayCount,
  ReplayRequest,
  RoadmapCreate,
  RoadmapItem,
  RoadmapStatusChange,
  RoadmapUpdate,
  SecretRotation,
  StageChange,
  StatusChange,
  Tag,
  TrackerOverrides,
  TrackerPreview,
  TrackerSent,
  Vote,
  Webhook,
  WebhookCreate,
  WebhookDelivery,
  WebhookUpdate,
  WebhookWithSecret,
  WorkspaceSummary,
} from './types.ts'

export type {
  Feedback,
  Pagination,
  FeedbackCreate,
  Submitter,
  FeedbackUpdate,
  StageChange,
  StatusChange,
  Comment,
  CommentCreate,
  TrackerPreview,
  TrackerGuidance,
  TrackerLink,
  TrackerOverrides,
  TrackerSent,
  Promote,
  TargetDelivery,
  Promotion,
  RoadmapItem,
  RoadmapCreate,
  RoadmapUpdate,
  RoadmapStatusChange,
  ChangelogEntry,
  ChangelogEntryCreate,
  ChangelogEntryUpdate,
  ChangelogEntryDeleted,
  Webhook,
  WebhookDelivery,
  WebhookAttempt,
  WebhookUpdate,
  WebhookCreate,
  WebhookWithSecret,
  SecretRotation,
  ReplayCount,
  ReplayRequest,
  Tag,
  Board,
  BoardCreate,
  BoardUpdate,
  FeedbackVote,
  Vote,
  CustomerVote,
  Customer,
  Company,
  Money,
  CustomerUpsert,
  CompanyInput,
  CustomerUpdate,
  WorkspaceSummary,
} from './types.ts'

export class FeedbackOperations {
  readonly #api: Transport

  constructor(api: Transport) {
    this.#api = api
  }

  /**
   * List feedback requests.
   * Returns requests, newest first. Needs the scope `feedback:read`.
   *
   * `GET /feedback`
   */
  list(query?: NonNullable<ListFeedbackData['query']>, options?: RequestOptions): List<Feedback> {
    return this.#api.list('/feedback', { options, query })
  }

  /**
   * Submit a feedback request.
   * Call this from your server, which holds the API key. A request with a submitter starts with the submitter’s vote. A new submitter counts toward the plan’s tracked customers. Needs the scope `feedback:write`.
   *
   * `POST /feedback`
   */
  create(body: FeedbackCreate, options?: PostOptions): Promise<Feedback> {
    return this.#api.data('POST', '/feedback', { body, options })
  }

  /**
   * Get one feedback request.
   * Needs the scope `feedback:read`.
   *
   * `GET /feedback/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<Feedback> {
    return this.#api.data('GET', `/feedback/${segment(id)}`, { options })
  }

  /**
   * Update the title or description.
   * Needs the scope `feedback:write`.
   *
   * `PATCH /feedback/{id}`
   */
  update(id: string, body: FeedbackUpdate, options?: WriteOptions): Promise<Feedback> {
    return this.#api.data('PATCH', `/feedback/${segment(id)}`, { body, options })
  }

  /**
   * Move a request to a stage.
   * Also moves the linked roadmap item. Needs the scope `feedback:write`.
   *
   * `PATCH /feedback/{id}/stage`
   */
  setStage(id: string, body: StageChange, options?: WriteOptions): Promise<Feedback> {
    return this.#api.data('PATCH', `/feedback/${segment(id)}/stage`, { body, options })
  }

  /**
   * Set the moderation status.
   * Legacy. Prefer setting the stage. Needs the scope `feedback:write`.
   *
   * `PATCH /feedback/{id}/status`
   */
  setStatus(id: string, body: StatusChange, options?: WriteOptions): Promise<Feedback> {
    return this.#api.data('PATCH', `/feedback/${segment(id)}/status`, { body, options })
  }

  /**
   * List the comments of a request.
   * Oldest first, team notes included. Needs the scope `feedback:read`.
   *
   * `GET /feedback/{id}/comments`
   */
  listComments(id: string, query?: NonNullable<ListFeedbackCommentsData['query']>, options?: RequestOptions): List<Comment> {
    return this.#api.list(`/feedback/${segment(id)}/comments`, { options, query })
  }

  /**
   * Comment on a request, or reply as staff.
   * Needs the scope `comments:write`.
   *
   * `POST /feedback/{id}/comments`
   */
  createComment(id: string, body: CommentCreate, options?: PostOptions): Promise<Comment> {
    return this.#api.data('POST', `/feedback/${segment(id)}/comments`, { body, options })
  }

  /**
   * Preview the issue that sending would create.
   * Nothing is sent. Asks the connected tracker, so that names and the connection status are current. For approved requests. Needs the scope `roadmap:write`.
   *
   * `GET /feedback/{id}/send-to-tracker`
   */
  previewTrackerIssue(id: string, query?: NonNullable<PreviewTrackerIssueData['query']>, options?: RequestOptions): Promise<TrackerPreview> {
    return this.#api.data('GET', `/feedback/${segment(id)}/send-to-tracker`, { options, query })
  }

  /**
   * Create an issue for a request.
   * Returns 201 with the link to the new issue, or 200 with the existing link. Without a usable connection, it returns 400 with `error.guidance`. If the tracker doesn’t respond within ten seconds, it returns 500; sending again never creates a second issue. Needs the scope `roadmap:write`.
   *
   * `POST /feedback/{id}/send-to-tracker`
   */
  sendToTracker(id: string, body?: TrackerOverrides, options?: PostOptions): Promise<TrackerSent> {
    return this.#api.data('POST', `/feedback/${segment(id)}/send-to-tracker`, { body, options })
  }

  /**
   * Put a request on the roadmap.
   * Repeating it moves the existing item; a request never has two. Needs the scope `roadmap:write`.
   *
   * `POST /feedback/{id}/promote`
   */
  promote(id: string, body: Promote, options?: PostOptions): Promise<Promotion> {
    return this.#api.data('POST', `/feedback/${segment(id)}/promote`, { body, options })
  }

  /**
   * List the votes of a request.
   * Newest first, with the customers who voted. Needs the scope `customers:read`.
   *
   * `GET /feedback/{id}/votes`
   */
  listVotes(id: string, query?: NonNullable<ListFeedbackVotesData['query']>, options?: RequestOptions): List<FeedbackVote> {
    return this.#api.list(`/feedback/${segment(id)}/votes`, { options, query })
  }

  /**
   * Vote on behalf of a customer.
   * Answers 201 with a new vote, and 200 if the customer had voted already. Takes no body. Needs the scope `feedback:write`.
   *
   * `PUT /feedback/{id}/votes/{customerId}`
   */
  vote(id: string, customerId: string, options?: WriteOptions): Promise<Vote> {
    return this.#api.data('PUT', `/feedback/${segment(id)}/votes/${segment(customerId)}`, { options })
  }

  /**
   * Remove the vote of a customer.
   * Answers 204 whether or not the customer had voted. Needs the scope `feedback:write`.
   *
   * `DELETE /feedback/{id}/votes/{customerId}`
   */
  removeVote(id: string, customerId: string, options?: WriteOptions): Promise<void> {
    return this.#api.empty('DELETE', `/feedback/${segment(id)}/votes/${segment(customerId)}`, { options })
  }
}

export class ChangelogOperations {
  readonly #api: Transport

  constructor(api: Transport) {
    this.#api = api
  }

  /**
   * List the comments of an entry.
   * Oldest first, team notes included. Needs the scope `changelog:read`.
   *
   * `GET /changelog/{id}/comments`
   */
  listComments(id: string, query?: NonNullable<ListChangelogCommentsData['query']>, options?: RequestOptions): List<Comment> {
    return this.#api.list(`/changelog/${segment(id)}/comments`, { options, query })
  }

  /**
   * Comment on an entry, or reply as staff.
   * Needs the scope `comments:write`.
   *
   * `POST /changelog/{id}/comments`
   */
  createComment(id: string, body: CommentCreate, options?: PostOptions): Promise<Comment> {
    return this.#api.data('POST', `/changelog/${segment(id)}/comments`, { body, options })
  }

  /**
   * List changelog entries.
   * Drafts included, newest first. Needs the scope `changelog:read`.
   *
   * `GET /changelog`
   */
  list(query?: NonNullable<ListChangelogData['query']>, options?: RequestOptions): List<ChangelogEntry> {
    return this.#api.list('/changelog', { options, query })
  }

  /**
   * Write a draft.
   * Needs the scope `changelog:write`.
   *
   * `POST /changelog`
   */
  create(body: ChangelogEntryCreate, options?: PostOptions): Promise<ChangelogEntry> {
    return this.#api.data('POST', '/changelog', { body, options })
  }

  /**
   * Get one entry.
   * Needs the scope `changelog:read`.
   *
   * `GET /changelog/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<ChangelogEntry> {
    return this.#api.data('GET', `/changelog/${segment(id)}`, { options })
  }

  /**
   * Change an entry.
   * Changes only the fields you send. Needs the scope `changelog:write`.
   *
   * `PATCH /changelog/{id}`
   */
  update(id: string, body: ChangelogEntryUpdate, options?: WriteOptions): Promise<ChangelogEntry> {
    return this.#api.data('PATCH', `/changelog/${segment(id)}`, { body, options })
  }

  /**
   * Delete an entry.
   * Permanently deletes the entry with its links, reactions and comments. Needs the scope `changelog:write`.
   *
   * `DELETE /changelog/{id}`
   */
  delete(id: string, options?: WriteOptions): Promise<ChangelogEntryDeleted> {
    return this.#api.data('DELETE', `/changelog/${segment(id)}`, { options })
  }

  /**
   * Publish an entry.
   * Publishing for the first time emails subscribed customers. Repeating the call has no effect. Needs the scope `changelog:write`.
   *
   * `POST /changelog/{id}/publish`
   */
  publish(id: string, options?: PostOptions): Promise<ChangelogEntry> {
    return this.#api.data('POST', `/changelog/${segment(id)}/publish`, { options })
  }
}

export class RoadmapOperations {
  readonly #api: Transport

  constructor(api: Transport) {
    this.#api = api
  }

  /**
   * List roadmap items.
   * In their sort order. Needs the scope `roadmap:read`.
   *
   * `GET /roadmap`
   */
  list(query?: NonNullable<ListRoadmapData['query']>, options?: RequestOptions): List<RoadmapItem> {
    return this.#api.list('/roadmap', { options, query })
  }

  /**
   * Plan an item.
   * Creates its backing feedback request as well. Needs the scope `roadmap:write`.
   *
   * `POST /roadmap`
   */
  create(body: RoadmapCreate, options?: PostOptions): Promise<RoadmapItem> {
    return this.#api.data('POST', '/roadmap', { body, options })
  }

  /**
   * Get one roadmap item.
   * Needs the scope `roadmap:read`.
   *
   * `GET /roadmap/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<RoadmapItem> {
    return this.#api.data('GET', `/roadmap/${segment(id)}`, { options })
  }

  /**
   * Change title, description or target.
   * Needs the scope `roadmap:write`.
   *
   * `PATCH /roadmap/{id}`
   */
  update(id: string, body: RoadmapUpdate, options?: WriteOptions): Promise<RoadmapItem> {
    return this.#api.data('PATCH', `/roadmap/${segment(id)}`, { body, options })
  }

  /**
   * Move an item.
   * Its backing request moves to the corresponding stage. Needs the scope `roadmap:write`.
   *
   * `PATCH /roadmap/{id}/status`
   */
  setStatus(id: string, body: RoadmapStatusChange, options?: WriteOptions): Promise<RoadmapItem> {
    return this.#api.data('PATCH', `/roadmap/${segment(id)}/status`, { body, options })
  }
}

export class EventsOperations {
  readonly #api: Transport

  constructor(api: Transport) {
    this.#api = api
  }

  /**
   * List events.
   * Returns what has changed in the workspace, oldest first. To follow it, ask again with `after`: no event is skipped and none comes twice. Events about customers and companies need `customers:read` too. Needs the scope `events:read`.
   *
   * `GET /events`
   */
  list(query?: NonNullable<ListEventsData['query']>, options?: RequestOptions): List<HeedEvent> {
    return this.#api.list('/events', { options, query })
  }

  /**
   * Get an event.
   * Needs the scope `events:read`.
   *
   * `GET /events/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<HeedEvent> {
    return this.#api.data('GET', `/events/${segment(id)}`, { options })
  }
}

export class WebhooksOperations {
  readonly #api: Transport

  constructor(api: Transport) {
    this.#api = api
  }

  /**
   * List webhooks.
   * Newest first. Needs the scope `webhooks:read`.
   *
   * `GET /webhooks`
   */
  list(query?: NonNullable<ListWebhooksData['query']>, options?: RequestOptions): List<Webhook> {
    return this.#api.list('/webhooks', { options, query })
  }

  /**
   * Create a webhook.
   * Sends each event from now on to `url`, signed as Standard Webhooks describe. Only this response and that of a rotation show the secret. A workspace has at most 50 webhooks. Events about customers and companies, and `*`, need `customers:read` too. Needs the scope `webhooks:write`.
   *
   * `POST /webhooks`
   */
  create(body: WebhookCreate, options?: PostOptions): Promise<WebhookWithSecret> {
    return this.#api.data('POST', '/webhooks', { body, options })
  }

  /**
   * Get a webhook.
   * Needs the scope `webhooks:read`.
   *
   * `GET /webhooks/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<Webhook> {
    return this.#api.data('GET', `/webhooks/${segment(id)}`, { options })
  }

  /**
   * Update a webhook.
   * At least one member. Disabling cancels pending deliveries. Once enabled again, a webhook gets the events from then on; a replay sends those that it missed. Needs the scope `webhooks:write`.
   *
   * `PATCH /webhooks/{id}`
   */
  update(id: string, body: WebhookUpdate, options?: WriteOptions): Promise<Webhook> {
    return this.#api.data('PATCH', `/webhooks/${segment(id)}`, { body, options })
  }

  /**
   * Delete a webhook.
   * Deletes its deliveries too, and pending ones are not sent. Needs the scope `webhooks:write`.
   *
   * `DELETE /webhooks/{id}`
   */
  delete(id: string, options?: WriteOptions): Promise<void> {
    return this.#api.empty('DELETE', `/webhooks/${segment(id)}`, { options })
  }

  /**
   * List the deliveries of a webhook.
   * Newest first, with every attempt. Deliveries are kept for 30 days. Needs the scope `webhooks:read`.
   *
   * `GET /webhooks/{id}/deliveries`
   */
  listDeliveries(id: string, query?: NonNullable<ListWebhookDeliveriesData['query']>, options?: RequestOptions): List<WebhookDelivery> {
    return this.#api.list(`/webhooks/${segment(id)}/deliveries`, { options, query })
  }

  /**
   * Rotate the secret of a webhook.
   * During the overlap, deliveries have a signature by each secret, separated by a space. Needs the scope `webhooks:write`.
   *
   * `POST /webhooks/{id}/rotate-secret`
   */
  rotateSecret(id: string, body?: SecretRotation, options?: PostOptions): Promise<WebhookWithSecret> {
    return this.#api.data('POST', `/webhooks/${segment(id)}/rotate-secret`, { body, options })
  }

  /**
   * Send a test event to a webhook.
   * Sends an event of type `webhook.test` to this webhook only, regardless of its subscriptions. `GET /events` lists it for keys with `webhooks:read`. Needs the scope `webhooks:write`.
   *
   * `POST /webhooks/{id}/test`
   */
  test(id: string, options?: PostOptions): Promise<ReplayCount> {
    return this.#api.data('POST', `/webhooks/${segment(id)}/test`, { options })
  }

  /**
   * Send a delivery again.
   * Sends its event in a new delivery, with the same `webhook-id`. If the delivery waits for a retry, it is attempted now instead. Needs the scope `webhooks:write`.
   *
   * `POST /webhooks/{id}/deliveries/{deliveryId}/replay`
   */
  replayDelivery(id: string, deliveryId: string, options?: PostOptions): Promise<ReplayCount> {
    return this.#api.data('POST', `/webhooks/${segment(id)}/deliveries/${segment(deliveryId)}/replay`, { options })
  }

  /**
   * Send the events in a time range again.
   * Also sends events that were never delivered, for example while the webhook was disabled. At most 20,000 events. Needs the scope `webhooks:write`.
   *
   * `POST /webhooks/{id}/replay`
   */
  replayEvents(id: string, body: ReplayRequest, options?: PostOptions): Promise<ReplayCount> {
    return this.#api.data('POST', `/webhooks/${segment(id)}/replay`, { body, options })
  }
}

export class TagsOperations {
  readonly #api: Transport

  constructor(api: Transport) {
    this.#api = api
  }

  /**
   * List tags.
   * By name. Use their ids in `tagIds`. Needs the scope `changelog:read`.
   *
   * `GET /tags`
   */
  list(query?: NonNullable<ListTagsData['query']>, options?: RequestOptions): List<Tag> {
    return this.#api.list('/tags', { options, query })
  }
}

export class BoardsOperations {
  readonly #api: Transport

  constructor(api: Transport) {
    this.#api = api
  }

  /**
   * List boards.
   * In the team’s order, private ones included. Needs the scope `boards:read`.
   *
   * `GET /boards`
   */
  list(query?: NonNullable<ListBoardsData['query']>, options?: RequestOptions): List<Board> {
    return this.#api.list('/boards', { options, query })
  }

  /**
   * Create a board.
   * Adds it after the others. By default it is public, accepts requests, and reviews all new requests of customers. Needs the scope `boards:write`.
   *
   * `POST /boards`
   */
  create(body: BoardCreate, options?: PostOptions): Promise<Board> {
    return this.#api.data('POST', '/boards', { body, options })
  }

  /**
   * Update a board.
   * At least one member. A board that accepts no requests keeps those that it has. Needs the scope `boards:write`.
   *
   * `PATCH /boards/{id}`
   */
  update(id: string, body: BoardUpdate, options?: WriteOptions): Promise<Board> {
    return this.#api.data('PATCH', `/boards/${segment(id)}`, { body, options })
  }
}

export class CustomersOperations {
  readonly #api: Transport

  constructor(api: Transport) {
    this.#api = api
  }

  /**
   * List the votes of a customer.
   * Newest first, with the requests that they voted for. Needs the scope `customers:read`.
   *
   * `GET /customers/{id}/votes`
   */
  listVotes(id: string, query?: NonNullable<ListCustomerVotesData['query']>, options?: RequestOptions): List<CustomerVote> {
    return this.#api.list(`/customers/${segment(id)}/votes`, { options, query })
  }

  /**
   * List customers.
   * Newest first. Includes people who only signed in to the portal or subscribed. Needs the scope `customers:read`.
   *
   * `GET /customers`
   */
  list(query?: NonNullable<ListCustomersData['query']>, options?: RequestOptions): List<Customer> {
    return this.#api.list('/customers', { options, query })
  }

  /**
   * Create or update a customer.
   * Finds the customer by `externalId`, or else by `email`, ignoring case; answers 200 if there is one, and 201 with a new one. Absent members keep their value, and null clears one. `attributes` replaces all attributes. A new customer counts toward the plan’s tracked customers. Needs the scope `customers:write`.
   *
   * `PUT /customers`
   */
  upsert(body: CustomerUpsert, options?: WriteOptions): Promise<Customer> {
    return this.#api.data('PUT', '/customers', { body, options })
  }

  /**
   * Get one customer.
   * Needs the scope `customers:read`.
   *
   * `GET /customers/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<Customer> {
    return this.#api.data('GET', `/customers/${segment(id)}`, { options })
  }

  /**
   * Update a customer.
   * At least one member; null clears one. `attributes` replaces all attributes. Needs the scope `customers:write`.
   *
   * `PATCH /customers/{id}`
   */
  update(id: string, body: CustomerUpdate, options?: WriteOptions): Promise<Customer> {
    return this.#api.data('PATCH', `/customers/${segment(id)}`, { body, options })
  }

  /**
   * Delete a customer.
   * Deletes the customer with their votes, reactions and personal data. What they wrote stays, without their name, unless `withContent` is true. Needs the scope `customers:write`.
   *
   * `DELETE /customers/{id}`
   */
  delete(id: string, query?: NonNullable<DeleteCustomerData['query']>, options?: WriteOptions): Promise<void> {
    return this.#api.empty('DELETE', `/customers/${segment(id)}`, { options, query })
  }

  /**
   * List the requests that a customer submitted.
   * Newest first. Needs the scope `customers:read`.
   *
   * `GET /customers/{id}/feedback`
   */
  listFeedback(id: string, query?: NonNullable<ListCustomerFeedbackData['query']>, options?: RequestOptions): List<Feedback> {
    return this.#api.list(`/customers/${segment(id)}/feedback`, { options, query })
  }
}

export class CompaniesOperations {
  readonly #api: Transport

  constructor(api: Transport) {
    this.#api = api
  }

  /**
   * List companies.
   * Newest first. Needs the scope `customers:read`.
   *
   * `GET /companies`
   */
  list(query?: NonNullable<ListCompaniesData['query']>, options?: RequestOptions): List<Company> {
    return this.#api.list('/companies', { options, query })
  }

  /**
   * Create or update a company.
   * Finds the company by `externalId`; answers 200 if there is one, and 201 with a new one. Absent members keep their value. `attributes` replaces all attributes. Needs the scope `customers:write`.
   *
   * `PUT /companies`
   */
  upsert(body: CompanyInput, options?: WriteOptions): Promise<Company> {
    return this.#api.data('PUT', '/companies', { body, options })
  }

  /**
   * Get one company.
   * Needs the scope `customers:read`.
   *
   * `GET /companies/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<Company> {
    return this.#api.data('GET', `/companies/${segment(id)}`, { options })
  }
}

export class WorkspaceOperations {
  readonly #api: Transport

  constructor(api: Transport) {
    this.#api = api
  }

  /**
   * Get the workspace summary.
   * Returns plan, limits, counts and setup progress. Contains no personal data. Needs the scope `workspace:read`.
   *
   * `GET /workspace`
   */
  get(options?: RequestOptions): Promise<WorkspaceSummary> {
    return this.#api.data('GET', '/workspace', { options })
  }

  /**
   * Get this document.
   * Needs no credential.
   *
   * `GET /openapi.json`
   */
  getOpenApiDocument(options?: RequestOptions): Promise<object> {
    return this.#api.send('GET', '/openapi.json', { options })
  }
}

/** The operations of the API, by resource. */
export class Operations {
  readonly feedback: FeedbackOperations
  readonly changelog: ChangelogOperations
  readonly roadmap: RoadmapOperations
  readonly events: EventsOperations
  readonly webhooks: WebhooksOperations
  readonly tags: TagsOperations
  readonly boards: BoardsOperations
  readonly customers: CustomersOperations
  readonly companies: CompaniesOperations
  readonly workspace: WorkspaceOperations

  constructor(api: Transport) {
    this.feedback = new FeedbackOperations(api)
    this.changelog = new ChangelogOperations(api)
    this.roadmap = new RoadmapOperations(api)
    this.events = new EventsOperations(api)
    this.webhooks = new WebhooksOperations(api)
    this.tags = new TagsOperations(api)
    this.boards = new BoardsOperations(api)
    this.customers = new CustomersOperations(api)
    this.companies = new CompaniesOperations(api)
    this.workspace = new WorkspaceOperations(api)
  }
}
