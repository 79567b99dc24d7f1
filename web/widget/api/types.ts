/** What the portal answers to the widget (server/portal/widget/). */
export interface Overview {
  workspace: { name: string }
  /** Of the portal, without a slash at its end. */
  address: string
  /** The workspace's colour on light and on dark ground, and of text upon it; null: ours. */
  accent: { light: Shades; dark: Shades } | null
  /** Who is signed in; null: nobody. */
  customer: { name: string | null; email: string | null } | null
  sections: { requests: boolean; changelog: boolean }
  /** Those that take requests. */
  boards: { id: string; name: string }[]
  requests: Request[]
  /** Published, the latest first. */
  entries: Entry[]
}

export interface Shades {
  color: string
  on: string
}

export interface Request {
  id: string
  title: string
  stage: 'in_review' | 'planned' | 'in_progress' | 'completed'
  votes: number
  isVoted: boolean
}

export interface Entry {
  id: string
  title: string
  excerpt: string
  /** ISO 8601 */
  publishedAt: string
}

export interface Submission {
  title: string
  description: string
  boardId?: string
  pageUrl?: string
}

export interface Filed {
  id: string
  status: 'pending' | 'approved'
}

export interface Arrived {
  sessionToken: string
}
