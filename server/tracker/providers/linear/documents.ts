/** Linear's maximum page size. */
const pageSize = 250

export const account = `query Account {
  organization { id name urlKey }
}`

export interface AccountData {
  organization: { id: string; name: string; urlKey: string }
}

export const teams = `query Teams {
  teams(first: ${pageSize}, filter: { retiredAt: { null: true } }) { nodes { id name key } }
}`

export interface TeamsData {
  teams: Nodes<{ id: string; name: string; key: string }>
}

export const projects = `query Projects($filter: ProjectFilter) {
  projects(first: ${pageSize}, filter: $filter) { nodes { id name } }
}`

export interface ProjectsData {
  projects: Nodes<{ id: string; name: string }>
}

export const labels = `query Labels($filter: IssueLabelFilter) {
  issueLabels(first: ${pageSize}, filter: $filter) { nodes { id name retiredAt } }
}`

export interface LabelsData {
  issueLabels: Nodes<{ id: string; name: string; retiredAt: string | null }>
}

export const users = `query Users {
  users(first: ${pageSize}, filter: { active: { eq: true } }) { nodes { id name displayName isAssignable } }
}`

export interface UsersData {
  users: Nodes<{ id: string; name: string; displayName: string; isAssignable: boolean }>
}

/** Queries only what the target names. A filter finds nothing where `team(id:)` would fail the whole query. */
export const resolveTarget = `query Inspect(
  $teamIds: [ID!]!, $withTeam: Boolean!,
  $projectIds: [ID!]!, $withProject: Boolean!,
  $labelIds: [ID!]!, $withLabels: Boolean!,
  $assigneeIds: [ID!]!, $withAssignee: Boolean!
) {
  teams(first: 1, filter: { id: { in: $teamIds } }) @include(if: $withTeam) {
    nodes { id name key retiredAt }
  }
  projects(first: 1, filter: { id: { in: $projectIds } }) @include(if: $withProject) {
    nodes { id name teams(first: ${pageSize}) { nodes { id } } }
  }
  issueLabels(first: ${pageSize}, filter: { id: { in: $labelIds } }) @include(if: $withLabels) {
    nodes { id isGroup retiredAt team { id } }
  }
  users(first: 1, filter: { id: { in: $assigneeIds } }) @include(if: $withAssignee) {
    nodes { id isAssignable }
  }
}`

export interface ResolveTargetData {
  teams?: Nodes<{ id: string; name: string; key: string; retiredAt: string | null }>
  projects?: Nodes<{ id: string; name: string; teams: Nodes<{ id: string }> }>
  issueLabels?: Nodes<{ id: string; isGroup: boolean; retiredAt: string | null; team: { id: string } | null }>
  users?: Nodes<{ id: string; isAssignable: boolean }>
}

const issueFields = 'id identifier url title archivedAt trashed state { name type }'

export interface IssueNode {
  id: string
  identifier: string
  url: string
  title: string
  archivedAt: string | null
  trashed: boolean | null
  state: { name: string; type: string }
}

// Deleted issues stay in the trash for a while and count as archived.
export const findIssue = `query Find($id: ID!) {
  issues(first: 1, includeArchived: true, filter: { id: { eq: $id } }) { nodes { ${issueFields} } }
}`

export const getIssues = `query Read($ids: [ID!]!) {
  issues(first: ${pageSize}, includeArchived: true, filter: { id: { in: $ids } }) { nodes { ${issueFields} } }
}`

export interface IssuesData {
  issues: Nodes<IssueNode>
}

export const createIssue = `mutation Create($input: IssueCreateInput!) {
  issueCreate(input: $input) { issue { ${issueFields} } }
}`

export interface CreateIssueData {
  issueCreate: { issue: IssueNode }
}

// Linear keeps one attachment per address and issue, and updates it.
export const createAttachment = `mutation Attach($input: AttachmentCreateInput!) {
  attachmentCreate(input: $input) { success }
}`

export const createWebhook = `mutation Subscribe($input: WebhookCreateInput!) {
  webhookCreate(input: $input) { webhook { id } }
}`

export interface CreateWebhookData {
  webhookCreate: { webhook: { id: string } }
}

export const deleteWebhook = `mutation Unsubscribe($id: String!) {
  webhookDelete(id: $id) { success }
}`

interface Nodes<Node> {
  nodes: Node[]
}
