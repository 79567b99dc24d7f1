import { type Problem, problem } from '../platform/problems.ts'
import { fileMessages } from './messages.ts'

/** Too many uploads are waiting. Not a `Problem`, because the API, which has no uploads, has no code for it. */
export class UploadsBusy extends Error {
  readonly statusCode = 503
  readonly headers = { 'retry-after': '10' }

  constructor() {
    super(fileMessages.busy)
  }
}

export type FileProblem = 'type' | 'damaged' | 'too-many-pixels' | 'empty'

/** Rejects a file for what it contains. The message tells the uploader what to do. */
export function invalidFile(reason: FileProblem, cause?: unknown): Problem {
  return Object.assign(problem('validation_error', fileMessages.problems[reason]), { cause })
}

export const fileTooLarge = (): Problem => problem('payload_too_large', fileMessages.tooLarge)

export const storageFull = (): Problem => problem('forbidden', fileMessages.storageFull)

export const customerStorageFull = (): Problem => problem('forbidden', fileMessages.customerStorageFull)

export const tooManyUnusedFiles = (): Problem => problem('forbidden', fileMessages.tooManyUnused)
