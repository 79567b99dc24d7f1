// The length of X-Service-Agent (specification, Authentication).
const maxLength = 64

/**
 * Returns the X-Service-Agent of a tool call: `mcp`, and who called. A client names itself in the header, or else in
 * the message. The audit log shows it.
 */
export function agentOf(header: string | string[] | undefined, clientName: string | null): string {
  const name = typeof header === 'string' ? header : (clientName ?? '')
  return `mcp ${name.replaceAll(/[^A-Za-z0-9 ._-]+/g, '-')}`.trim().slice(0, maxLength).trim()
}
