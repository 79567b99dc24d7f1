/** What the portal answers to the widget (server/portal/widget/). */
export interface WidgetOverview {
  workspace: { name: string }
  /** Of the portal, without a slash at its end. */
  address: string
  /** The workspace's colour on light and on dark ground, and of text upon it; null: ours. */
  accent: { light: AccentShades; dark: AccentShades } | null
  /** Who is signed in; null: nobody. */
  customer: { name: string | null; email: string | null } | null
  sections: { requests: boolean; changelog: boolean }
  /** Those that take requests. */
  boards: { id: string; name: string }[]
  requests: FeedbackRequest[]
  /** Published, the latest first. */
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
