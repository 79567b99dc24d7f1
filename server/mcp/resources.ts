/** A resource that a client can read by its URI, through the operation that gets it. */
export interface ResourceTemplate {
  /** The tool that reads it. Callers of the tool may read the resource. */
  toolName: string
  prefix: string
  definition: { uriTemplate: string; name: string; title: string; description: string; mimeType: string }
}

const template = (path: string, toolName: string, title: string, description: string) => ({
  toolName,
  prefix: `heed://${path}/`,
  definition: {
    uriTemplate: `heed://${path}/{id}`,
    name: path,
    title,
    description,
    mimeType: 'application/json',
  },
})

export const resourceTemplates: ResourceTemplate[] = [
  template('feedback', 'get_feedback', 'Feedback request', 'One request, with its stage and votes.'),
  template('changelog', 'get_changelog_entry', 'Changelog entry', 'One entry, draft or published.'),
]

/** Returns the template of a URI and the id in it, or null. */
export function matchResource(uri: string): { template: ResourceTemplate; id: string } | null {
  const found = resourceTemplates.find(({ prefix }) => uri.startsWith(prefix))
  return found ? { template: found, id: uri.slice(found.prefix.length) } : null
}
