/** The methods whose names do not follow from their operation, as `resource.method`. */
const exceptions: Record<string, string> = {
  setVote: 'feedback.vote',
  removeVote: 'feedback.removeVote',
  getOpenApiDocument: 'workspace.getOpenApiDocument',
}

/**
 * Returns where the client has an operation. The resource is the first part of the path, and the method is the name of the
 * operation without the resource: `createFeedbackComment` is `feedback.createComment`.
 */
export function nameOf(operationId: string, path: string): { resource: string; method: string } {
  const exception = exceptions[operationId]
  if (exception !== undefined) {
    const [resource, method] = exception.split('.') as [string, string]
    return { resource, method }
  }
  const resource = path.split('/')[1]!
  const noun = resource.replace(/ies$/, '(?:y|ies)').replace(/s$/, 's?')
  const words = new RegExp(`(?<=[a-z])${noun[0]!.toUpperCase()}${noun.slice(1)}(?:Entry|Item)?(?![a-z])`)
  return { resource, method: operationId.replace(words, '') }
}
