import type { GitHubComment, GitHubItem } from './queries.ts'

// People with write access to a repository, or in its organization, count as staff.
const staffAssociations = ['OWNER', 'MEMBER', 'COLLABORATOR']

/** Turns a discussion or issue into a row that the generic reader understands. */
export function toRow(item: GitHubItem): Record<string, unknown> {
  const isIssue = item.upvoteCount === undefined
  return {
    id: item.id,
    title: item.title,
    description: item.body,
    status: statusOf(item),
    board: isIssue ? 'Issues' : item.category?.name,
    url: item.url,
    createdAt: item.createdAt,
    updatedAt: item.updatedAt,
    labels: item.labels?.nodes.map(({ name }) => name) ?? [],
    ...person(item),
    // GitHub's API does not list the voters of a discussion.
    ...(isIssue
      ? {
          voters: item.reactions!.nodes.flatMap(({ user, createdAt }) =>
            user ? [{ id: user.login, name: user.login, createdAt }] : [],
          ),
        }
      : { votes: item.upvoteCount }),
    comments: item.comments.nodes.map(toComment),
  }
}

const person = ({ author, authorAssociation }: Pick<GitHubItem, 'author' | 'authorAssociation'>) =>
  // A deleted account has no author.
  author === null
    ? {}
    : { authorId: author.login, authorName: author.login, isStaff: staffAssociations.includes(authorAssociation) }

const toComment = (comment: GitHubComment): Record<string, unknown> => ({
  id: comment.id,
  body: comment.body,
  createdAt: comment.createdAt,
  ...person(comment),
  ...(comment.replies && { replies: comment.replies.nodes.map(toComment) }),
})

function statusOf({ state, closed, stateReason }: GitHubItem): string {
  if (state === 'OPEN' || closed === false) return 'open'
  return stateReason === 'COMPLETED' || stateReason === 'RESOLVED' || stateReason === null ? 'completed' : 'closed'
}
