import { finishImport } from '../../server/imports/finish.ts'
import { recordProgress } from '../../server/imports/progress.ts'
import { startImport } from '../../server/imports/start.ts'
import type { ConsoleWorkspace } from './browser-app.ts'

const line = (number: number, column: string, reason: string) => ({
  ...{ file: 'posts.csv', line: number, column, reason, isRefused: true },
})

/** Records an import that has finished with problems. @returns its id */
export const seedImport = (workspace: ConsoleWorkspace): Promise<string> =>
  workspace.write(async (tx) => {
    const importId = await startImport(tx, {
      source: 'canny',
      name: 'canny-export-with-a-long-name-2026-11-20.csv',
      options: {},
      fingerprint: null,
    })
    await recordProgress(tx, {
      ...{ importId, from: 0, to: 5_310, total: 5_310 },
      counts: {
        boards: { created: 2, updated: 0, unchanged: 1, failed: 0 },
        customers: { created: 412, updated: 3, unchanged: 0, failed: 0 },
        feedback: { created: 208, updated: 14, unchanged: 9, failed: 2 },
        votes: { created: 4_312, updated: 0, unchanged: 0, failed: 0 },
        comments: { created: 377, updated: 0, unchanged: 0, failed: 0 },
      },
      problems: [line(17, 'status', 'has the status “Exploring”, which is not mapped to a status of Heed')],
    })
    await finishImport(tx, importId)
    return importId
  })
