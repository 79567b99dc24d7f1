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
  votes: number
  isVoted: boolean
}

export interface ChangelogEntry {
  id: string
  title: string
  excerpt: string
  /** ISO 8601 */
  publishedAt: string
}

export interface RequestSubmission {
  title: string
  description: string
  boardId?: string
  pageUrl?: string
}

export interface SubmissionResult {
  id: string
  status: 'pending' | 'approved'
}

export interface IdentifyResult {
  sessionToken: string
}
