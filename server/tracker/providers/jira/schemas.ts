import { Type } from '../../../platform/schemas.ts'

// The parts of Jira's responses that Heed reads.

const Named = Type.Object({ name: Type.String() })

export const Myself = Type.Object({ accountId: Type.String() })

export const ServerInfo = Type.Object({ baseUrl: Type.String(), deploymentType: Type.Optional(Type.String()) })

export const Project = Type.Object({
  id: Type.String(),
  key: Type.String(),
  name: Type.String(),
  archived: Type.Optional(Type.Boolean()),
  deleted: Type.Optional(Type.Boolean()),
})

export const BrowsePermission = Type.Object({
  permissions: Type.Object({ BROWSE_PROJECTS: Type.Object({ havePermission: Type.Boolean() }) }),
})

export const Projects = Type.Object({ values: Type.Array(Project), isLast: Type.Optional(Type.Boolean()) })

/** An issue requested with `issueFields`. */
export const JiraIssue = Type.Object({
  id: Type.String(),
  key: Type.String(),
  fields: Type.Object({
    summary: Type.String(),
    status: Type.Object({ name: Type.String(), statusCategory: Type.Object({ key: Type.String() }) }),
    resolution: Type.Optional(Type.Union([Named, Type.Null()])),
    archived: Type.Optional(Type.Unknown()),
    archiveddate: Type.Optional(Type.Unknown()),
    description: Type.Optional(Type.Unknown()),
    creator: Type.Optional(Type.Unknown()),
  }),
})

export const Epic = Type.Object({
  id: Type.String(),
  key: Type.String(),
  fields: Type.Object({
    summary: Type.String(),
    project: Type.Object({ id: Type.String() }),
    issuetype: Type.Object({ name: Type.String(), hierarchyLevel: Type.Optional(Type.Integer()) }),
  }),
})

const found = { nextPageToken: Type.Optional(Type.Union([Type.String(), Type.Null()])) }
export const FoundIssues = Type.Object({ issues: Type.Array(JiraIssue), ...found })
export const FoundEpics = Type.Object({ issues: Type.Array(Epic), ...found })

/** Each issue is checked against `JiraIssue` separately. */
export const BulkIssues = Type.Object({
  issues: Type.Array(Type.Unknown()),
  issueErrors: Type.Optional(Type.Array(Type.Unknown())),
})

export const CreatedIssue = Type.Object({ id: Type.String(), key: Type.String() })

export const IssueType = Type.Object({
  id: Type.String({ pattern: '^\\d+$' }),
  name: Type.String(),
  untranslatedName: Type.Optional(Type.String()),
  subtask: Type.Boolean(),
  /** 0: standard issue; 1: epic; -1: subtask. */
  hierarchyLevel: Type.Optional(Type.Integer()),
})

const page = { total: Type.Optional(Type.Integer()) }
export const IssueTypes = Type.Object({ issueTypes: Type.Array(IssueType), ...page })

export const Priority = Type.Object({ id: Type.String(), name: Type.String() })

export const CreateFields = Type.Object({
  fields: Type.Array(Type.Object({ fieldId: Type.String(), allowedValues: Type.Optional(Type.Array(Type.Unknown())) })),
  ...page,
})

export const Labels = Type.Object({ values: Type.Array(Type.String()) })

export const Users = Type.Array(
  Type.Object({ accountId: Type.String(), displayName: Type.String(), active: Type.Optional(Type.Boolean()) }),
)

export const RemoteLink = Type.Object({ id: Type.Integer() })
