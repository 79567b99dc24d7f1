import type { ProblemDetail, statusByCode } from '../platform/problems.ts'
import type { OperationResponse } from './call-operation.ts'
import { dataBlock } from './data-block.ts'
import { type Arguments, toArgumentName } from './tool-arguments.ts'
import type { OperationTool } from './tools.ts'

export interface ToolResult {
  content: { type: 'text'; text: string }[]
  structuredContent?: Record<string, unknown>
  isError?: boolean
  [member: string]: unknown
}

/** The result of a tool, and its error if it failed, for callers inside this process. */
export interface ToolOutcome {
  result: ToolResult
  error: ToolError | null
}

/** An error as a tool shows it: its details name arguments. */
export interface ToolError {
  code: OperationError['code']
  message: string
  details?: { argument: string; message: string }[]
  retryAfterSeconds?: number
  requestId: string
  [member: string]: unknown
}

/** The error object of a response, as the operation sends it. */
interface OperationError {
  code: keyof typeof statusByCode
  message: string
  details?: ProblemDetail[]
  requestId: string
  [member: string]: unknown
}

/** Turns the response of an operation into the result of its tool. */
export const toOutcome = (tool: OperationTool, args: Arguments, response: OperationResponse): ToolOutcome =>
  response.status < 400
    ? { result: succeeded(tool, args, response), error: null }
    : failed(response.body.error, Number(response.headers['retry-after'] ?? 0))

function succeeded(tool: OperationTool, args: Arguments, { headers, body }: OperationResponse): ToolResult {
  const summary = summarize(tool, args, body, headers['idempotency-replayed'] === 'true')
  if (body === undefined) return { content: [text(summary)] }
  return { content: [text(summary), text(dataBlock(body))], structuredContent: body }
}

/** Returns a summary on one line, which never quotes what others wrote. */
function summarize(
  { operation, name, isList }: OperationTool,
  args: Arguments,
  body: OperationResponse['body'],
  isReplay: boolean,
) {
  if (isReplay) return `${operation.summary}: an earlier call with this idempotencyKey did it; this is its result.`
  if (!isList) return `${operation.summary}: done.`
  const { data, pagination } = body
  if (!pagination.hasMore) return `${operation.summary}: ${data.length} returned, and there are no more.`
  // Only `list_events` has it: its cursor continues alone.
  const others = args.after === undefined ? 'the same other arguments' : 'the same other arguments except after'
  return `${operation.summary}: ${data.length} returned, and there are more. For the next page, call ${name} with ${others} and cursor "${pagination.nextCursor}".`
}

/**
 * Describes an error so that a model can correct the call: which arguments, what is wrong, and when to try again. It has
 * no structured content, which clients check against the schema of a success.
 */
export function failed(
  { code, message, details, requestId, ...members }: OperationError,
  retryAfterSeconds = 0,
): ToolOutcome {
  const problems = details?.map((detail) => ({ argument: toArgumentName(detail.path), message: detail.message }))
  const error: ToolError = {
    code,
    message: problems ? describeProblems(problems) : message,
    ...(problems && { details: problems }),
    ...(retryAfterSeconds > 0 && { retryAfterSeconds }),
    ...members,
    requestId,
  }
  const sentence = `${code}: ${error.message} ${adviceFor(code, retryAfterSeconds)}`.trim()
  return { error, result: { isError: true, content: [text(sentence), text(JSON.stringify({ error }))] } }
}

function describeProblems(details: { argument: string; message: string }[]): string {
  const sentences = details.map(({ argument, message }) =>
    // A problem of the resource's state is a sentence of its own.
    /^\p{Lu}/u.test(message) ? message : `${argument === '' ? 'The arguments' : argument} ${message}.`,
  )
  return sentences.join('\n')
}

function adviceFor(code: OperationError['code'], seconds: number): string {
  switch (code) {
    case 'validation_error':
      return 'Correct this and call again.'
    case 'not_found':
      return 'List the resources to find their ids.'
    case 'forbidden':
      return 'Do not retry: the user has to change this.'
    case 'unauthorized':
      return 'Do not retry: the user has to connect again.'
    case 'rate_limited':
    case 'in_progress':
      return `Wait ${seconds} s, then repeat the same call.`
    default:
      return ''
  }
}

const text = (value: string) => ({ type: 'text' as const, text: value })
