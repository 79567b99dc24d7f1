// The GraphQL queries to GitHub's API. People are identified by their logins, because the API has no email addresses.

const author = 'author { login } authorAssociation'
const page = 'pageInfo { hasNextPage endCursor }'

const reply = `id body createdAt ${author}`
const discussionComment = `${reply} replies(first: 100) { nodes { ${reply} } }`

const fieldsOf = {
  discussions: `id number title body url createdAt updatedAt closed stateReason upvoteCount ${author}
    category { name } labels(first: 20) { nodes { name } }
    comments(first: 50) { nodes { ${discussionComment} } ${page} }`,
  issues: `id number title body url createdAt updatedAt state stateReason ${author}
    labels(first: 20) { nodes { name } }
    comments(first: 100) { nodes { ${reply} } ${page} }
    reactions(content: THUMBS_UP, first: 100) { nodes { createdAt user { login } } ${page} }`,
} as const

export const gitHubKinds = ['discussions', 'issues'] as const
export type GitHubKind = (typeof gitHubKinds)[number]

/** Few enough that GitHub responds in time, with all of their comments. */
const pageSize = 25

export const pageQuery = (kind: GitHubKind): string => `
  query ($owner: String!, $name: String!, $after: String) {
    repository(owner: $owner, name: $name) {
      items: ${kind}(first: ${pageSize}, after: $after, orderBy: { field: CREATED_AT, direction: ASC }) {
        totalCount nodes { ${fieldsOf[kind]} } ${page}
      }
    }
  }`

/** Reads the rest of the comments or reactions of one discussion or issue. */
export const restQuery = (kind: GitHubKind, connection: 'comments' | 'reactions'): string => {
  const type = kind === 'issues' ? 'Issue' : 'Discussion'
  const nodes = connection === 'reactions' ? 'createdAt user { login }' : kind === 'issues' ? reply : discussionComment
  const filter = connection === 'reactions' ? 'content: THUMBS_UP, ' : ''
  return `
    query ($id: ID!, $after: String) {
      node(id: $id) { ... on ${type} { items: ${connection}(${filter}first: 100, after: $after) { nodes { ${nodes} } ${page} } } }
    }`
}

interface Author {
  author: { login: string } | null
  authorAssociation: string
}

export interface GitHubComment extends Author {
  id: string
  body: string
  createdAt: string
  replies?: { nodes: GitHubComment[] }
}

export interface Connection<T> {
  nodes: T[]
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
  totalCount?: number
}

export interface GitHubReaction {
  createdAt: string
  user: { login: string } | null
}

export interface GitHubItem extends Author {
  id: string
  number: number
  title: string
  body: string
  url: string
  createdAt: string
  updatedAt: string
  closed?: boolean
  state?: string
  stateReason: string | null
  upvoteCount?: number
  category?: { name: string }
  labels: { nodes: { name: string }[] } | null
  comments: Connection<GitHubComment>
  reactions?: Connection<GitHubReaction>
}
