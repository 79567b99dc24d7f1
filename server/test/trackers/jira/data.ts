import type { StateType } from '../../../tracker/tracker.ts'
import type { FakeIssue } from '../fake-tracker.ts'
import { adfProblems, adfText } from './adf.ts'
import { parseJql } from './jql.ts'

/** An issue as tests see it, with the data that only this fake needs. */
interface StoredIssue {
  issue: FakeIssue
  key: string
  createdAt: number
  creatorId: string
  state: StateType
  document: unknown
  /** Remote links by their global id. */
  links: Map<string, { id: number; url: string }>
  isArchived: boolean
  isIndexed: boolean
}

export type Priorities = 'named' | 'numbered' | 'none'

export interface Project {
  id: string
  key: string
  name: string
  isGone: boolean
  /** How much of the project the calling account can see. */
  visible: 'issues' | 'name' | 'nothing'
}

interface Epic {
  id: string
  name: string
  projectId: string
}

/** The assignable users. */
export const users = [
  { accountId: '5b10a2844c20165700ede21g', displayName: 'Alice Adams', active: true },
  { accountId: '712020:8d6c0b2e-6f6f-4d5c-9a7e-0a8f3f1f2b11', displayName: 'Bob Brown', active: true },
]

/** The account that owns the credential. */
export const ownAccountId = '5b10ac8d82e05b22cc7d4ef5'

const workTypeIds = ['10102', '10103', '10104']
const issueTypes = [
  { id: '10100', name: 'Epic', subtask: false, hierarchyLevel: 1 },
  { id: '10101', name: 'Subtask', subtask: true, hierarchyLevel: -1 },
  { id: '10102', name: 'Bug', subtask: false, hierarchyLevel: 0 },
  { id: '10103', name: 'Story', subtask: false, hierarchyLevel: 0 },
  // As shown to an account whose language is German.
  { id: '10104', name: 'Aufgabe', untranslatedName: 'Task', subtask: false, hierarchyLevel: 0 },
]

const prioritySets: Record<Priorities, { id: string; name: string }[]> = {
  named: ['Highest', 'High', 'Medium', 'Low', 'Lowest'].map((name, index) => ({ id: String(index + 1), name })),
  numbered: ['P1', 'P2', 'P3'].map((name, index) => ({ id: String(10_000 + index), name })),
  none: [],
}

const ours: Record<string, number> = { Highest: 1, High: 2, Medium: 3, Low: 4, P1: 1, P2: 2, P3: 4 }

const states: Record<StateType, { name: string; category: string; resolution: string | null }> = {
  backlog: { name: 'Backlog', category: 'new', resolution: null },
  unstarted: { name: 'To Do', category: 'new', resolution: null },
  started: { name: 'In Progress', category: 'indeterminate', resolution: null },
  completed: { name: 'Done', category: 'done', resolution: 'Done' },
  canceled: { name: 'Done', category: 'done', resolution: "Won't Do" },
}

export interface JiraErrors {
  errorMessages: string[]
  errors: Record<string, string>
}

type Fields = Record<string, unknown>

/** A site of Jira Cloud: its projects, epics, users and issues. */
export class JiraSite {
  readonly projects: Project[] = [
    { id: '10000', key: 'ENG', name: 'Engineering', isGone: false, visible: 'issues' },
    { id: '10001', key: 'OPS', name: 'Operations', isGone: false, visible: 'issues' },
  ]
  readonly epics: Epic[] = [
    { id: '20000', name: 'Public roadmap', projectId: '10000' },
    { id: '20001', name: 'Customer portal', projectId: '10000' },
    { id: '20002', name: 'Customer portal', projectId: '10000' },
    { id: '20003', name: 'Data centers', projectId: '10001' },
  ]
  readonly users = users
  /** A copy, which tests change. */
  readonly issueTypes = [...issueTypes]
  readonly issues: FakeIssue[] = []
  priorities: Priorities = 'named'
  /** Ids of issues that cannot be fetched. */
  readonly failing = new Set<string>()
  /** An additional field that the create screen requires. */
  requiredField: string | null = null
  /** Whether new issues can be searched for only after `index()`. */
  isIndexLate = false
  readonly #stored = new Map<string, StoredIssue>()
  #last = 30_000

  /** Returns undefined for a hidden project too. */
  project(idOrKey: string): Project | undefined {
    const project = this.#projectThere(idOrKey)
    return project?.visible === 'nothing' ? undefined : project
  }

  #projectThere(idOrKey: string): Project | undefined {
    return this.projects.find(({ id, key, isGone }) => !isGone && (id === idOrKey || key === idOrKey))
  }

  canReadIssues(projectId: string): boolean {
    return this.project(projectId)?.visible === 'issues'
  }

  /** Returns an issue if the calling account can see it. */
  visibleIssue(idOrKey: string): StoredIssue | undefined {
    const found = this.getIssue(idOrKey)
    return found && this.canReadIssues(found.issue.teamId) ? found : undefined
  }

  /** Returns an issue even if it is hidden. */
  getIssue(idOrKey: string): StoredIssue | undefined {
    const found = this.#stored.get(idOrKey) ?? [...this.#stored.values()].find(({ key }) => key === idOrKey)
    return found && this.#projectThere(found.issue.teamId) ? found : undefined
  }

  /** Returns the fields of the screen on which an issue is created. */
  createFields() {
    const names = ['summary', 'description', 'issuetype', 'project', 'labels', 'parent', 'assignee']
    const isRequired = (name: string) => ['summary', 'issuetype', 'project'].includes(name)
    const fields = names.map((name) => ({ fieldId: name, key: name, name, required: isRequired(name) }))
    const allowedValues = prioritySets[this.priorities]
    if (this.priorities === 'none') return fields
    return [...fields, { fieldId: 'priority', key: 'priority', name: 'Priority', required: false, allowedValues }]
  }

  /** Creates an issue, or returns errors by field. */
  create(fields: Fields): { id: string; key: string } | JiraErrors {
    const errors = this.#problemsOf(fields)
    if (Object.keys(errors).length > 0) return { errorMessages: [], errors }
    return this.add(fields, { creatorId: ownAccountId })
  }

  /** Adds an issue without validation, as if a person had created it in Jira. */
  add(fields: Fields, { createdAt = Date.now(), creatorId = users[0]!.accountId } = {}): { id: string; key: string } {
    const teamId = idOf(fields.project)!
    const id = String(++this.#last)
    const key = `${this.#projectThere(teamId)!.key}-${this.#last - 30_000}`
    const priority = prioritySets[this.priorities].find((each) => each.id === idOf(fields.priority))
    const issue: FakeIssue = {
      id,
      title: String(fields.summary),
      description: adfText(fields.description),
      teamId,
      projectId: idOf(fields.parent),
      labelIds: (fields.labels ?? []) as string[],
      assigneeId: idOf(fields.assignee),
      priority: priority ? (ours[priority.name] ?? null) : null,
      attachments: [],
    }
    this.issues.push(issue)
    const { description: document } = fields
    const rest = { links: new Map(), isArchived: false, isIndexed: !this.isIndexLate }
    this.#stored.set(id, { issue, key, createdAt, creatorId, state: 'unstarted', document, ...rest })
    return { id, key }
  }

  remove(issueId: string): void {
    this.#stored.delete(issueId)
    this.issues.splice(0, Infinity, ...this.issues.filter(({ id }) => id !== issueId))
  }

  index(): void {
    for (const each of this.#stored.values()) each.isIndexed = true
  }

  /** Returns the matching issues and epics in the order of the query, or null for a query that cannot be parsed. */
  search(jql: unknown): { issues: StoredIssue[]; epics: Epic[] } | null {
    const query = parseJql(jql)
    if (query === null) return null
    const { matches, isNewestFirst } = query
    const stored = [...this.#stored.values()].filter(({ issue, state, document, createdAt, isIndexed, isArchived }) => {
      const isDone = states[state].category === 'done'
      const text = adfText(document)
      const searched = { projectId: issue.teamId, typeId: '10104', isDone, createdAt, descriptionText: text }
      return isIndexed && !isArchived && this.canReadIssues(issue.teamId) && matches(searched)
    })
    const epics = this.epics.filter(({ projectId }) =>
      matches({ projectId, typeId: '10100', isDone: false, createdAt: Date.now(), descriptionText: '' }),
    )
    stored.sort((a, b) => a.createdAt - b.createdAt || Number(a.issue.id) - Number(b.issue.id))
    return { issues: isNewestFirst ? stored.reverse() : stored, epics }
  }

  /** Returns the response body of an issue, with the requested fields. */
  issueBody(stored: StoredIssue, wanted: string[]) {
    const { issue, key, state, document, isArchived, creatorId } = stored
    const { name, category, resolution } = states[state]
    const fields: Fields = {
      summary: issue.title,
      status: { name, statusCategory: { key: category } },
      resolution: resolution === null ? null : { name: resolution },
      description: document,
      creator: { accountId: creatorId },
      project: { id: issue.teamId },
      issuetype: this.issueTypes.find(({ id }) => id === '10104'),
      archiveddate: isArchived ? '2026-01-05T10:00:00.000+0000' : null,
    }
    return { id: issue.id, key, fields: only(fields, wanted) }
  }

  epicBody({ id, name, projectId }: Epic, wanted: string[]) {
    const project = this.project(projectId)
    const key = `${project?.key}-${Number(id) - 19_000}`
    const status = { name: 'To Do', statusCategory: { key: 'new' } }
    const fields = { summary: name, status, project: { id: projectId }, issuetype: issueTypes[0], description: null }
    return { id, key, fields: only(fields, wanted) }
  }

  #problemsOf(fields: Fields): Record<string, string> {
    const screen = this.createFields().map(({ fieldId }) => fieldId)
    const errors: Record<string, string> = {}
    for (const name of Object.keys(fields)) {
      if (!screen.includes(name))
        errors[name] = `Field '${name}' cannot be set. It is not on the appropriate screen, or unknown.`
      else if (this.#isWrong(name, fields[name])) errors[name] = `${name} is not valid`
    }
    if (!this.project(idOf(fields.project) ?? '')) errors.project = 'valid project is required'
    if (!workTypeIds.includes(idOf(fields.issuetype) ?? '')) errors.issuetype = 'Specify a valid issue type'
    if (typeof fields.summary !== 'string' || fields.summary.trim() === '')
      errors.summary = 'You must specify a summary of the issue.'
    // Counted in UTF-16 code units, as Java does.
    else if (fields.summary.length > 255) errors.summary = 'Summary must be less than 255 characters.'
    else if (/[\n\r]/.test(fields.summary))
      errors.summary = 'The summary is invalid because it contains newline characters.'
    if (this.requiredField !== null) errors[this.requiredField] = `${this.requiredField} is required.`
    return errors
  }

  #isWrong(name: string, value: unknown): boolean {
    if (name === 'description') return adfProblems(value).length > 0
    if (name === 'labels') return !Array.isArray(value) || !value.every((label) => /^\S{1,255}$/.test(label))
    if (name === 'parent') {
      return !this.epics.some(({ id, projectId }) => id === idOf(value) && this.project(projectId))
    }
    if (name === 'assignee') return !this.users.some(({ accountId }) => accountId === idOf(value))
    if (name === 'priority') return !prioritySets[this.priorities].some(({ id }) => id === idOf(value))
    return false
  }
}

/** Returns the id of `{ "id": … }`, or null if there are other members. */
function idOf(value: unknown): string | null {
  const { id, ...rest } = (value ?? {}) as { id?: unknown }
  return typeof id === 'string' && Object.keys(rest).length === 0 ? id : null
}

const only = (fields: Fields, wanted: string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => wanted.includes(name)))
