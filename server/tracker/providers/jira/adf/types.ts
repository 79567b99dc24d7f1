/** A node of the Atlassian Document Format, which Jira stores instead of Markdown. */
export interface AdfNode {
  type: string
  attrs?: Record<string, string | number>
  content?: AdfNode[]
  marks?: AdfMark[]
  text?: string
}

export interface AdfMark {
  type: string
  attrs?: { href: string }
}

export interface AdfDocument {
  type: 'doc'
  version: 1
  content: AdfNode[]
}
