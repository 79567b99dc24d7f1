/** Released versions of the demo product. Each completes the requests that name it. */
export type Version = '4.1' | '4.2' | '4.3' | '4.4' | '4.5' | '4.6' | '4.7' | '4.7.2' | '4.8'

export interface DemoRequest {
  title: string
  text?: string
  /** A customer, null for anonymous, or `team` for the team's own roadmap item. Default: a random customer. */
  from?: string | null | 'team'
  /** The final number of votes. Default: a few. */
  votes?: number
  /** The final state if it was not shipped. Default: in review, or pending if it is recent. */
  state?: 'pending' | 'in_review' | 'planned' | 'in_progress' | 'closed' | 'rejected' | 'spam'
  shipped?: Version
  /** Its roadmap target, in quarters or days from now, or from the day it shipped. */
  roadmap?: { quarters?: number; days?: number }
  /** Default: a day that fits the rest. */
  daysAgo?: number
}

export interface DemoComment {
  /** A customer of customers.ts, or null for anonymous. Set either this or `staff`. */
  from?: string | null
  staff?: Staff
  /** Days after the previous comment (or the request), or the step of the request that it follows. */
  after: number | 'planned' | 'started' | 'shipped' | 'closed'
  text: string
  isNote?: true
  replies?: DemoComment[]
}

export type Staff = 'Ingrid Solheim' | 'Tomás Rivera' | 'Wei Ling Tan' | 'Kofi Mensah'

export interface DemoThread {
  /** The title of the request. */
  on: string
  comments: DemoComment[]
}

export type TagName = 'New' | 'Improved' | 'Fixed' | 'Integrations' | 'Mobile' | 'Security'

export interface DemoEntry {
  title: string
  body: string
  versionLabel: string | null
  tags: TagName[]
  /** Titles of linked requests, in addition to those that its version shipped. */
  links?: string[]
  /** Days since it was published or, for a draft, written. */
  daysAgo: number
  state?: 'draft' | 'scheduled'
  reactions?: Partial<Record<'👍' | '❤️' | '🎉' | '🚀' | '👀' | '😄', number>>
  commentsEnabled?: false
  comments?: DemoComment[]
}
