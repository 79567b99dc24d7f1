import type { BenchServer } from '../bench-server.ts'
import type { BenchWorkspace } from '../dataset.ts'

/** Sends a request to the API. @throws if it is refused */
export async function call<T>(
  { origin }: BenchServer,
  { keys }: BenchWorkspace,
  path: string,
  body: object,
): Promise<T> {
  const headers = { authorization: `Bearer ${keys[0]}`, 'content-type': 'application/json' }
  const response = await fetch(`${origin}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return ((await response.json()) as { data: T }).data
}
