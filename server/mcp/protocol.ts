import {
  createMcpHandler,
  type McpHttpHandler,
  type McpRequestContext,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { RegisteredOperation } from '../platform/http/api/operations.ts'
import type { Log } from '../platform/log.ts'
import { Problem } from '../platform/problems.ts'
import { version } from '../platform/version.ts'
import type { CallOperation } from './call-operation.ts'
import { dataBlockRule, safeJson } from './data-block.ts'
import { type Prompt, prompts } from './prompts.ts'
import { matchResource, resourceTemplates } from './resources.ts'
import { runTool, type ToolCaller } from './run-tool.ts'
import type { Arguments } from './tool-arguments.ts'
import { pageOfTools } from './tool-pages.ts'
import type { ToolOutcome } from './tool-results.ts'
import { createTools, defaultPageLength, type OperationTool } from './tools.ts'

// The only file that imports the SDK, which takes memory and time that most processes never need. It is loaded with the
// first request to /mcp.

/** A caller of the MCP server. The SDK passes it through to the handlers. */
export interface McpCaller extends Omit<ToolCaller, 'callOperation'> {
  /**
   * The arguments of a tool or prompt as they were sent. The SDK drops an argument named `__proto__`, which must be
   * rejected as unknown.
   */
  sentArguments: Arguments
  /** @param client the name by which the client introduces itself, if it does */
  callOperation(client: string | null): CallOperation
}

const instructions = `Heed collects feedback requests of customers, plans the roadmap and publishes the changelog of one workspace.
${dataBlockRule}
Lists have ${defaultPageLength} items per page unless you set limit. Ask the user before you publish, delete or email anything.`

// Lists depend on the scopes of the credential and change with the version of Heed. Caching them for a minute avoids
// most repeated requests.
const listHint = { ttlMs: 60_000, cacheScope: 'private' } as const
// A resource can change at any time.
const resourceHint = { ttlMs: 0, cacheScope: 'private' } as const

/** Creates the server's side of the protocol. Every request gets a server of its own, so any process can answer it. */
export function createProtocol(operations: RegisteredOperation[], log: Log): McpHttpHandler {
  const tools = createTools(operations)
  return createMcpHandler((context) => createServer(context, tools, log), {
    onerror: (error) => log.debug({ err: error }, 'MCP message rejected'),
  })
}

function createServer({ authInfo }: McpRequestContext, tools: Map<string, OperationTool>, log: Log): Server {
  const caller = authInfo!.extra!.caller as McpCaller
  const server = new Server(
    { name: 'heed', title: 'Heed', version },
    {
      capabilities: { tools: {}, prompts: {}, resources: {} },
      instructions,
      jsonSchemaValidator: noValidator,
      cacheHints: {
        'server/discover': listHint,
        'tools/list': listHint,
        'prompts/list': listHint,
        'resources/list': listHint,
        'resources/templates/list': listHint,
        'resources/read': resourceHint,
      },
    },
  )
  handleTools(server, caller, tools, log)
  handlePrompts(server, caller, tools, log)
  handleResources(server, caller, tools, log)
  return server
}

function handleTools(server: Server, caller: McpCaller, tools: Map<string, OperationTool>, log: Log): void {
  server.setRequestHandler('tools/list', ({ params }) => {
    const allowed = [...tools.values()].filter((tool) => mayCall(caller, tool))
    const page = pageOfTools(allowed, params?.cursor)
    if (page === null) throw invalidParams('The cursor is not a nextCursor of tools/list.')
    return page
  })
  server.setRequestHandler('tools/call', ({ params }, context) =>
    withoutInnerText(log, caller, async () => {
      const tool = tools.get(params.name)
      if (!tool) throw invalidParams(`There is no tool ${JSON.stringify(params.name)}. tools/list returns all tools.`)
      return (await runTool(toolCaller(caller, context), tool, caller.sentArguments)).result
    }),
  )
}

function handlePrompts(server: Server, caller: McpCaller, tools: Map<string, OperationTool>, log: Log): void {
  server.setRequestHandler('prompts/list', () => ({
    prompts: [...prompts.values()]
      .filter(({ toolNames }) => toolNames.every((name) => mayCall(caller, tools.get(name)!)))
      .map(({ definition }) => definition),
  }))
  server.setRequestHandler('prompts/get', ({ params }, context) =>
    withoutInnerText(log, caller, () => {
      const prompt = prompts.get(params.name)
      if (!prompt) throw invalidParams(`There is no prompt ${JSON.stringify(params.name)}.`)
      return writePrompt(prompt, textArguments(caller), async (name, args) =>
        dataOf(await runTool(toolCaller(caller, context), tools.get(name)!, args)),
      )
    }),
  )
}

function handleResources(server: Server, caller: McpCaller, tools: Map<string, OperationTool>, log: Log): void {
  // There are too many resources to list; list_feedback and list_changelog find them.
  server.setRequestHandler('resources/list', () => ({ resources: [] }))
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: resourceTemplates
      .filter(({ toolName }) => mayCall(caller, tools.get(toolName)!))
      .map(({ definition }) => definition),
  }))
  server.setRequestHandler('resources/read', ({ params: { uri } }, context) =>
    withoutInnerText(log, caller, async () => {
      const match = matchResource(uri)
      if (!match) throw new ResourceNotFoundError(uri)
      const tool = tools.get(match.template.toolName)!
      const outcome = await runTool(toolCaller(caller, context), tool, { id: match.id })
      if (outcome.error?.code === 'not_found') throw new ResourceNotFoundError(uri)
      return { contents: [{ uri, mimeType: 'application/json', text: safeJson(dataOf(outcome)) }] }
    }),
  )
}

async function writePrompt(
  { definition, write }: Prompt,
  args: Record<string, string>,
  read: Parameters<Prompt['write']>[1],
) {
  const known = definition.arguments.map(({ name }) => name)
  const unknown = Object.keys(args).find((name) => !known.includes(name))
  if (unknown !== undefined) throw invalidParams(`The prompt has no argument ${JSON.stringify(unknown)}.`)
  const texts = await write(args, read).catch((error) => {
    if (error instanceof Problem) throw invalidParams(`${error.code}: ${error.message}`)
    throw error
  })
  return {
    description: definition.description,
    messages: texts.map((text) => ({ role: 'user' as const, content: { type: 'text' as const, text } })),
  }
}

/** Returns the arguments as they were sent. @throws for a value that is not text, which the SDK has rejected before */
function textArguments({ sentArguments }: McpCaller): Record<string, string> {
  const wrong = Object.keys(sentArguments).find((name) => typeof sentArguments[name] !== 'string')
  if (wrong !== undefined) throw invalidParams(`The argument ${JSON.stringify(wrong)} must be a string.`)
  return sentArguments as Record<string, string>
}

function toolCaller(
  { credential, requestId, callOperation }: McpCaller,
  { mcpReq: { envelope } }: ServerContext,
): ToolCaller {
  // Since 2026-07-28, each request says which client sends it. Earlier versions say so once, to whichever process.
  const client = envelope?.['io.modelcontextprotocol/clientInfo' as keyof typeof envelope] as
    | { name?: string }
    | undefined
  return { credential, requestId, callOperation: callOperation(client?.name ?? null) }
}

const mayCall = ({ credential }: McpCaller, { scope }: OperationTool): boolean => credential.scopes.has(scope)

/** Returns the data of a result. @throws its error, in the form that prompts and resources have for one. */
function dataOf({ result, error }: ToolOutcome): unknown {
  if (error === null) return result.structuredContent
  const code = error.code === 'internal_error' ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams
  throw new ProtocolError(code, result.content[0]!.text, { error })
}

/** Writes the text of an unexpected failure to the log instead of to the client, as the SDK would. */
async function withoutInnerText<T>(log: Log, { requestId }: McpCaller, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ProtocolError) throw error
    log.error({ err: error, requestId }, 'MCP request failed')
    throw new ProtocolError(ProtocolErrorCode.InternalError, 'Something failed on our side.', { requestId })
  }
}

const invalidParams = (message: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, message)

// Operations check their arguments themselves, with their own schemas.
const noValidator = {
  getValidator: (): never => {
    throw new Error('The MCP server asks clients for nothing, so it has nothing to validate.')
  },
}
