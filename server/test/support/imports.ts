import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after } from 'node:test'
import { ZipFile } from 'yazl'
import type { ImportOptions, ImportSource } from '../../imports/options.ts'
import { getImport, listProblems } from '../../imports/queries.ts'
import type { ImportCounts, ImportProblem } from '../../imports/records.ts'
import { checkImport, type ImportRunner, runImport } from '../../imports/run.ts'
import { type OpenedSource, openSource } from '../../imports/sources/open-source.ts'
import { startImport } from '../../imports/start.ts'
import { startUndo, undoImport } from '../../imports/undo/undo.ts'
import { systemClock } from '../../platform/clock.ts'
import { systemScope } from '../../platform/system-scope.ts'
import type { TestApp, TestWorkspace } from '../test-app.ts'

export type Files = Record<string, string | Uint8Array>

/** Writes files into a new folder, which is removed after the test or file. @returns their paths */
export async function writeFiles(files: Files): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'heed-import-'))
  after(() => rm(folder, { recursive: true, force: true }))
  return Promise.all(
    Object.entries(files).map(async ([name, content]) => {
      await writeFile(join(folder, name), content)
      return join(folder, name)
    }),
  )
}

/** Packs files into a zip file, in order. */
export async function packFiles(files: Files): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name)
  zip.end()
  return buffer(zip.outputStream as Readable)
}

export const open = async (
  files: Files,
  from: ImportSource | null = null,
  options: ImportOptions = {},
): Promise<OpenedSource> => openSource(await writeFiles(files), from, options)

/** Runs imports as the command line does, in the process of the test. */
export function importerOf(app: TestApp, workspace: TestWorkspace, overrides: Partial<ImportRunner> = {}) {
  const runner: ImportRunner = {
    write: (work) => workspace.write(work),
    read: { ...systemScope(workspace.id, systemClock()), db: app.database.db },
    clock: systemClock,
    ...overrides,
  }
  return {
    runner,
    async run(
      files: Files,
      from: ImportSource | null = null,
      options: ImportOptions = {},
    ): Promise<{ importId: string; source: string; counts: ImportCounts; problems: ImportProblem[] }> {
      const opened = await open(files, from, options)
      const [name = ''] = Object.keys(files)
      const importId = await workspace.write((tx) =>
        startImport(tx, { source: opened.source, name, options, fingerprint: null }),
      )
      await runImport(runner, importId, opened, 0)
      const { counts } = await workspace.write((tx) => getImport(tx, importId))
      const problems = await workspace.write((tx) => listProblems(tx, importId))
      return { importId, source: opened.source, counts, problems }
    },
    async check(files: Files, from: ImportSource | null = null, options: ImportOptions = {}) {
      return checkImport(runner, await open(files, from, options))
    },
    async undo(importId: string) {
      await workspace.write((tx) => startUndo(tx, importId))
      return undoImport({ write: runner.write }, importId)
    },
  }
}

/** The contents of a workspace, in a form that is easy to compare. */
export async function contentsOf({ database: { pool } }: TestApp, { id, api }: TestWorkspace) {
  const requests = (await api.listAll('/feedback')).map(({ title, stage, votes, comments, board, createdAt }) => ({
    ...{ title, stage, votes, comments, board: board.name, createdAt },
  }))
  const { rows: comments } = await pool.query(
    `select c.body, c.kind, coalesce(u.name, c.author_name) as author, c.is_internal, p.body as parent
     from comments c left join customers u on u.workspace_id = c.workspace_id and u.id = c.customer_id
     left join comments p on p.workspace_id = c.workspace_id and p.id = c.parent_id
     where c.workspace_id = $1 order by c.created_at, c.body`,
    [id],
  )
  const { rows: voters } = await pool.query(
    `select f.title, array_agg(coalesce(u.email, u.name) order by u.name) as voters from votes v
     join feedback f on f.workspace_id = v.workspace_id and f.id = v.feedback_id
     join customers u on u.workspace_id = v.workspace_id and u.id = v.customer_id
     where v.workspace_id = $1 group by 1 order by 1`,
    [id],
  )
  const { rows: tags } = await pool.query(
    `select f.title, array_agg(t.name order by t.name) as tags from feedback_tags x
     join feedback f on f.workspace_id = x.workspace_id and f.id = x.feedback_id
     join tags t on t.workspace_id = x.workspace_id and t.id = x.tag_id where x.workspace_id = $1 group by 1 order by 1`,
    [id],
  )
  return { requests: requests.sort((a, b) => (a.title < b.title ? -1 : 1)), comments, voters, tags }
}
