/** A JSON-RPC response, with the status of its HTTP response. */
export interface McpAnswer {
  status: number
  headers: Headers
  // Tests read members directly. A missing one fails their assertion.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  body: any
}

const modernVersion = '2026-07-28'

/** Calls the MCP server with a credential, in the version of the protocol that has no handshake. */
export class ToolClient {
  readonly #url: string
  readonly #token: string | null
  #lastId = 0

  constructor(origin: string, token: string | null) {
    this.#url = `${origin}/mcp`
    this.#token = token
  }

  /** Sends one request. @param headers replace those of the protocol. */
  async request(method: string, params: object = {}, headers: Record<string, string> = {}): Promise<McpAnswer> {
    this.#lastId += 1
    const name = 'name' in params ? params.name : 'uri' in params ? params.uri : undefined
    return this.send(
      {
        jsonrpc: '2.0',
        id: this.#lastId,
        method,
        params: {
          ...params,
          _meta: {
            'io.modelcontextprotocol/protocolVersion': modernVersion,
            'io.modelcontextprotocol/clientInfo': { name: 'test client', version: '1.0.0' },
            'io.modelcontextprotocol/clientCapabilities': {},
          },
        },
      },
      {
        'mcp-protocol-version': modernVersion,
        'mcp-method': method,
        ...(name !== undefined && { 'mcp-name': String(name) }),
        ...headers,
      },
    )
  }

  /** Posts a body as it is. */
  async send(body: unknown, headers: Record<string, string> = {}): Promise<McpAnswer> {
    const response = await fetch(this.#url, {
      method: 'POST',
      headers: {
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        ...(this.#token !== null && { authorization: `Bearer ${this.#token}` }),
        ...headers,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    return { status: response.status, headers: response.headers, body: parse(await response.text()) }
  }

  /** Calls a tool and returns its result, with its `error` if it failed. @throws for an error of the protocol. */
  // biome-ignore lint/suspicious/noExplicitAny: see McpAnswer
  async call(name: string, args: object = {}, headers: Record<string, string> = {}): Promise<any> {
    const answer = await this.request('tools/call', { name, arguments: args }, headers)
    if (answer.body.result === undefined) throw new Error(`${name} answered ${JSON.stringify(answer.body)}`)
    const { result } = answer.body
    return result.isError ? { ...result, ...JSON.parse(result.content[1].text) } : result
  }

  /** Reads all pages of the list of tools. */
  // biome-ignore lint/suspicious/noExplicitAny: see McpAnswer
  async listTools(): Promise<any[]> {
    const tools = []
    let cursor: string | undefined
    do {
      const { result } = (await this.request('tools/list', cursor === undefined ? {} : { cursor })).body
      tools.push(...result.tools)
      cursor = result.nextCursor
    } while (cursor !== undefined)
    return tools
  }
}

/** Reads JSON, or the only message of an event stream. */
function parse(text: string): unknown {
  if (text === '') return null
  const data = /^data: (.*)$/m.exec(text)
  return JSON.parse(text.startsWith('{') || !data ? text : data[1]!)
}
