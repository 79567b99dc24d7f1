import type { ApiScope } from '#server/platform/http/api/operations.ts'

export interface CurlExample {
  command: string
  /** `write` leaves something behind; `id` needs the id of a request in it. */
  note: 'write' | 'id' | null
}

// The first that a token may do: what only reads comes first.
const reads: [ApiScope, string][] = [
  ['workspace:read', '/workspace'],
  ['feedback:read', '/feedback?limit=5'],
  ['roadmap:read', '/roadmap?limit=5'],
  ['changelog:read', '/changelog?limit=5'],
]
const writes: [ApiScope, string, object][] = [
  ['feedback:write', '/feedback', { title: 'Made with a new API token' }],
  ['changelog:write', '/changelog', { title: 'Made with a new API token' }],
  ['roadmap:write', '/roadmap', { title: 'Made with a new API token' }],
]

/** A command that works with just this token. */
export function buildCurlExample(publicUrl: string, key: string, scopes: readonly string[]): CurlExample {
  const base = `${publicUrl}/api/v1`
  const header = `-H "Authorization: Bearer ${key}"`
  const read = reads.find(([scope]) => scopes.includes(scope))
  if (read) return { command: `curl "${base}${read[1]}" \\\n  ${header}`, note: null }
  const post = (path: string, body: object) =>
    `curl "${base}${path}" \\\n  ${header} \\\n  -H "Content-Type: application/json" \\\n  -d '${JSON.stringify(body)}'`
  const write = writes.find(([scope]) => scopes.includes(scope))
  if (write) return { command: post(write[1], write[2]), note: 'write' }
  return { command: post('/feedback/REQUEST_ID/comments', { body: 'Made with a new API token' }), note: 'id' }
}
