/** The response of GET /widget.json (server/portal/widget/overview.ts). */
export interface WidgetOverview {
  workspace: { name: string }
  /** The URL of the portal, without a final slash. */
  address: string
  /** The workspace's legal pages. */
  links: { label: string; url: string }[]
  /** The workspace's color on light and dark backgrounds, and of text on it; null: Heed's own. */
  accent: { light: AccentShades; dark: AccentShades } | null
  /** The signed-in customer, or null. */
  customer: { name: string | null; email: string | null } | null
  /** The checkbox for announcements in the request form; null if the visitor is not asked. */
  updates: { label: string; help: string } | null
  sections: { requests: boolean; changelog: boolean }
  /** The boards that accept requests. */
  boards: { id: string; name: string }[]
  requests: FeedbackRequest[]
  /** Published entries, newest first. */
  entries: ChangelogEntry[]
}

export interface AccentShades {
  color: string
  on: string
}

export interface FeedbackRequest {
  id: string
  title: string
  stage: 'in_review' | 'planned' | 'in_progress' | 'completed'
  /** What customers read for the stage. */
  stageLabel: string
  votes: number
  isVoted: boolean
}

export interface ChangelogEntry {
  id: string
  title: string
  excerpt: string
  /** ISO 8601 */
  publishedAt: string
  tags: EntryTag[]
}

export interface EntryTag {
  name: string
  /** As `#rrggbb`. */
  color: string
}

/** The response of GET /widget/entries/{id} (server/portal/widget/entry.ts). */
export interface EntryDetail {
  versionLabel: string | null
  /** Sanitized by the server. */
  html: string
}

export interface RequestSubmission {
  title: string
  description: string
  boardId?: string
  pageUrl?: string
  /** The address of an anonymous visitor. */
  email?: string
  /** Whether the checkbox for announcements is selected. */
  updates?: boolean
}

export interface SubmissionResult {
  id: string
  status: 'pending' | 'approved'
  /** If an email address was sent: whether Heed is sending a confirmation link, or a limit prevents it. */
  confirmation?: 'sent' | 'limited'
}

export interface IdentifyResult {
  sessionToken: string
}
