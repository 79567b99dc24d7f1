// The length of X-Service-Agent (specification, Authentication).
const maxLength = 64

/**
 * Returns the X-Service-Agent of a tool call, which the audit log shows: `mcp` and the name of the client, from the
 * header or else from the message.
 */
export function agentOf(header: string | string[] | undefined, clientName: string | null): string {
  const name = typeof header === 'string' ? header : (clientName ?? '')
  return `mcp ${name.replaceAll(/[^A-Za-z0-9 ._-]+/g, '-')}`.trim().slice(0, maxLength).trim()
}
