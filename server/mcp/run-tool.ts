import type { Credential } from '../platform/http/api/credentials.ts'
import { invalid } from '../platform/problems.ts'
import type { CallOperation } from './call-operation.ts'
import { type Arguments, findUnsendable, toOperationRequest } from './tool-arguments.ts'
import { failed, type ToolOutcome, toOutcome } from './tool-results.ts'
import type { OperationTool } from './tools.ts'

export interface ToolCaller {
  credential: Credential
  requestId: string
  callOperation: CallOperation
}

/** Runs a tool by calling its operation, and returns its result or error. */
export async function runTool(
  { credential, requestId, callOperation }: ToolCaller,
  tool: OperationTool,
  args: Arguments,
): Promise<ToolOutcome> {
  // Without the scope, the operation refuses the call first, before the arguments are checked.
  const problems = credential.scopes.has(tool.scope) ? findUnsendable(tool, args) : []
  if (problems.length > 0) {
    const { code, message, extra } = invalid(problems)
    return failed({ code, message, ...(extra.details && { details: extra.details }), requestId })
  }
  return toOutcome(tool, args, await callOperation(tool.operation, toOperationRequest(tool, args)))
}
