import type { ApiScope } from '#server/platform/http/api/scopes.ts'

export interface CurlExample {
  command: string
  /** `write`: the command stores data. `id`: the caller must insert a request id. */
  note: 'write' | 'id' | null
}

// The example uses the first call that the token permits; reads come first.
const reads: [ApiScope, string][] = [
  ['workspace:read', '/workspace'],
  ['feedback:read', '/feedback?limit=5'],
  ['roadmap:read', '/roadmap?limit=5'],
  ['changelog:read', '/changelog?limit=5'],
  ['boards:read', '/boards?limit=5'],
  ['customers:read', '/customers?limit=5'],
  ['events:read', '/events?limit=5'],
  ['webhooks:read', '/webhooks?limit=5'],
]
const writes: [ApiScope, string, object, method?: 'PUT'][] = [
  ['feedback:write', '/feedback', { title: 'Created with a new API token' }],
  ['changelog:write', '/changelog', { title: 'Created with a new API token' }],
  ['roadmap:write', '/roadmap', { title: 'Created with a new API token' }],
  ['boards:write', '/boards', { name: 'Created with a new API token', slug: 'new-api-token' }],
  ['customers:write', '/companies', { externalId: 'new-api-token', name: 'Created with a new API token' }, 'PUT'],
  ['webhooks:write', '/webhooks', { url: 'https://example.com/heed', events: ['feedback.created'] }],
]

/** Builds a curl command that the scopes of this token permit. */
export function buildCurlExample(publicUrl: string, key: string, scopes: readonly string[]): CurlExample {
  const base = `${publicUrl}/api/v1`
  const header = `-H "Authorization: Bearer ${key}"`
  const read = reads.find(([scope]) => scopes.includes(scope))
  if (read) return { command: `curl "${base}${read[1]}" \\\n  ${header}`, note: null }
  const send = (path: string, body: object, method = '') =>
    `curl ${method && `-X ${method} `}"${base}${path}" \\\n  ${header} \\\n  -H "Content-Type: application/json" \\\n  -d '${JSON.stringify(body)}'`
  const write = writes.find(([scope]) => scopes.includes(scope))
  if (write) return { command: send(write[1], write[2], write[3]), note: 'write' }
  return { command: send('/feedback/REQUEST_ID/comments', { body: 'Created with a new API token' }), note: 'id' }
}
