import { invalidState, type Problem } from '../../platform/problems.ts'

/** Refuses an archive as a whole, before anything is written. */
export const refuseArchive = (reason: string): Problem => invalidState(`This archive cannot be imported: ${reason}`)
