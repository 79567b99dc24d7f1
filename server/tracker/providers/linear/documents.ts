/** As many as Linear gives at once. */
const page = 250

export const account = `query Account {
  organization { id name urlKey }
}`

export interface AccountAnswer {
  organization: { id: string; name: string; urlKey: string }
}

export const teams = `query Teams {
  teams(first: ${page}, filter: { retiredAt: { null: true } }) { nodes { id name key } }
}`

export interface TeamsAnswer {
  teams: Nodes<{ id: string; name: string; key: string }>
}

export const projects = `query Projects($filter: ProjectFilter) {
  projects(first: ${page}, filter: $filter) { nodes { id name } }
}`

export interface ProjectsAnswer {
  projects: Nodes<{ id: string; name: string }>
}

export const labels = `query Labels($filter: IssueLabelFilter) {
  issueLabels(first: ${page}, filter: $filter) { nodes { id name retiredAt } }
}`

export interface LabelsAnswer {
  issueLabels: Nodes<{ id: string; name: string; retiredAt: string | null }>
}

export const users = `query Users {
  users(first: ${page}, filter: { active: { eq: true } }) { nodes { id name displayName isAssignable } }
}`

export interface UsersAnswer {
  users: Nodes<{ id: string; name: string; displayName: string; isAssignable: boolean }>
}

/** Asks only for what is named. A filter finds nothing where `team(id:)` would be an error for the whole query. */
export const inspect = `query Inspect(
  $teamIds: [ID!]!, $withTeam: Boolean!,
  $projectIds: [ID!]!, $withProject: Boolean!,
  $labelIds: [ID!]!, $withLabels: Boolean!,
  $assigneeIds: [ID!]!, $withAssignee: Boolean!
) {
  teams(first: 1, filter: { id: { in: $teamIds } }) @include(if: $withTeam) {
    nodes { id name key retiredAt }
  }
  projects(first: 1, filter: { id: { in: $projectIds } }) @include(if: $withProject) {
    nodes { id name teams(first: ${page}) { nodes { id } } }
  }
  issueLabels(first: ${page}, filter: { id: { in: $labelIds } }) @include(if: $withLabels) {
    nodes { id isGroup retiredAt team { id } }
  }
  users(first: 1, filter: { id: { in: $assigneeIds } }) @include(if: $withAssignee) {
    nodes { id isAssignable }
  }
}`

export interface InspectAnswer {
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

// What is deleted lies in the bin for a while, and counts as archived there.
export const find = `query Find($id: ID!) {
  issues(first: 1, includeArchived: true, filter: { id: { eq: $id } }) { nodes { ${issueFields} } }
}`

export const read = `query Read($ids: [ID!]!) {
  issues(first: ${page}, includeArchived: true, filter: { id: { in: $ids } }) { nodes { ${issueFields} } }
}`

export interface IssuesAnswer {
  issues: Nodes<IssueNode>
}

export const create = `mutation Create($input: IssueCreateInput!) {
  issueCreate(input: $input) { issue { ${issueFields} } }
}`

export interface CreateAnswer {
  issueCreate: { issue: IssueNode }
}

// Linear keeps one attachment for each address and issue, and updates that one.
export const attach = `mutation Attach($input: AttachmentCreateInput!) {
  attachmentCreate(input: $input) { success }
}`

export const subscribe = `mutation Subscribe($input: WebhookCreateInput!) {
  webhookCreate(input: $input) { webhook { id } }
}`

export interface SubscribeAnswer {
  webhookCreate: { webhook: { id: string } }
}

export const unsubscribe = `mutation Unsubscribe($id: String!) {
  webhookDelete(id: $id) { success }
}`

interface Nodes<Node> {
  nodes: Node[]
}
