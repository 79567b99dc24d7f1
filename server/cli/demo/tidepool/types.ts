/** Published versions of the demo's product, which complete the requests that name them. */
export type Version = '4.1' | '4.2' | '4.3' | '4.4' | '4.5' | '4.6' | '4.7' | '4.7.2' | '4.8'

export interface DemoRequest {
  title: string
  text?: string
  /** A customer; null: nobody in particular; `team`: filed on the roadmap by the team itself. Default: somebody. */
  from?: string | null | 'team'
  /** In the end. Default: a few. */
  votes?: number
  /** Where it has come to, when it was not shipped. Default: in review, or pending while it is young. */
  state?: 'pending' | 'in_review' | 'planned' | 'in_progress' | 'closed' | 'rejected' | 'spam'
  shipped?: Version
  /** On the roadmap, with its target: so many quarters or days from now, or from the day on which it was shipped. */
  roadmap?: { quarters?: number; days?: number }
  /** Default: some day that fits the rest. */
  daysAgo?: number
}

export interface DemoComment {
  /** A customer of customers.ts, or null. Either this or `staff`. */
  from?: string | null
  staff?: Staff
  /** Days since the comment before (or the request), or the step of the request that it goes with. */
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
  /** Titles of requests, beside those that its version shipped. */
  links?: string[]
  /** When it was published; of a draft, when it was written. */
  daysAgo: number
  state?: 'draft' | 'scheduled'
  reactions?: Partial<Record<'👍' | '❤️' | '🎉' | '🚀' | '👀' | '😄', number>>
  commentsEnabled?: false
  comments?: DemoComment[]
}
