import { redirectWithFlash } from '#server/console/flash.ts'
import { actionFor } from '#server/console/handlers.ts'
import type { MemberContext } from '#server/console/page-context.ts'
import { requireId } from '#server/console/require-id.ts'
import { type ArchiveDescription, describeArchive } from '#server/imports/archive/describe.ts'
import { deleteDraft, requestCheck, requestRun, requestUndo, updateDraft } from '#server/imports/console/draft.ts'
import { removeFolder, storedArchive } from '#server/imports/console/folder.ts'
import { type ImportPreview, loadPreview } from '#server/imports/console/preview.ts'
import type { ImportOptions, ImportSource } from '#server/imports/options.ts'
import { presentImport } from '#server/imports/present.ts'
import { getImportRow, listProblems } from '#server/imports/queries.ts'
import { undoHours } from '#server/imports/undo/undo.ts'
import { invalidState, Problem } from '#server/platform/problems.ts'
import { Badge } from '../../../ui/data/badge.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Notice } from '../../../ui/notices/notice.tsx'
import { settingsMessages } from '../../messages/settings/common.ts'
import { importMessages as messages } from '../../messages/settings/import.ts'
import { settingsLoader } from '../settings-loader.ts'
import { ArchiveForm } from './archive-form.tsx'
import { DraftForm } from './draft-form.tsx'
import { stateTone } from './page.tsx'
import { ProgressCard } from './progress-card.tsx'
import { readOptions } from './read-options.ts'
import { ResultCards } from './result-cards.tsx'

export { clientAction } from '../../offline-action.ts'

// Enough to see what is wrong with a file.
const shownProblems = 100

export const loader = settingsLoader(async (context) => {
  const { scope, home, membership, now, zone } = context
  const row = await getImportRow(scope, requireId(context.params))
  const isDraft = row.state === 'draft' || row.state === 'checked'
  const endedAt = row.finished_at ?? row.active_at
  const undoUntil = new Date(Date.parse(endedAt) + undoHours * 3_600_000).toISOString()
  // A batch takes seconds, and reading a large file a minute.
  const isStalled = Date.parse(now) - Date.parse(row.active_at) > 120_000
  const hasStopped = row.state === 'finished' || row.state === 'failed' || (row.state === 'running' && isStalled)
  return {
    workspace: membership.name,
    home,
    zone,
    pageUrl: `${home}/settings/import`,
    current: presentImport(row),
    options: row.options as ImportOptions,
    draft: isDraft ? await readDraft(context, row.id, row.source as ImportSource, row.options as ImportOptions) : null,
    downloaded: row.downloaded,
    undone: { deleted: row.undo_deleted, restored: row.undo_restored, kept: row.undo_kept },
    problems: await listProblems(scope, row.id, { limit: shownProblems }),
    undoUntil: hasStopped && undoUntil > now ? undoUntil : null,
    isStalled,
  }
})

interface Draft {
  preview: ImportPreview | null
  /** The description of a Heed archive, from its manifest. */
  archive: ArchiveDescription | null
  error: string | null
}

/** Loads a preview of the file, or the reason why it cannot be read with these options. */
async function readDraft(
  { deps: { settings } }: MemberContext,
  id: string,
  source: ImportSource,
  options: ImportOptions,
): Promise<Draft> {
  try {
    if (source === 'heed') {
      const path = await storedArchive(settings.dataDir, id)
      if (path === null) throw invalidState(messages.fileLost)
      return { preview: null, archive: await describeArchive(path), error: null }
    }
    return { archive: null, preview: await loadPreview(settings.dataDir, id, source, options), error: null }
  } catch (error) {
    // The page shows the problem, and lets people discard the file.
    if (error instanceof Problem) return { preview: null, archive: null, error: error.message }
    throw error
  }
}

export type ImportPage = Awaited<ReturnType<typeof loader>>

export const action = actionFor.member({
  save: async ({ params, form, write, home }) => {
    const id = requireId(params)
    await write((tx) => updateDraft(tx, id, readOptions(form)))
    return redirectWithFlash(`${home}/settings/import/${id}`, messages.saved, { tone: 'success' })
  },
  check: async ({ params, form, write, home }) => {
    const id = requireId(params)
    await write(async (tx) => {
      await updateDraft(tx, id, readOptions(form))
      await requestCheck(tx, id)
    })
    return redirectWithFlash(`${home}/settings/import/${id}`, messages.checkStarted)
  },
  run: async ({ params, form, write, home }) => {
    const id = requireId(params)
    await write(async (tx) => {
      await updateDraft(tx, id, readOptions(form))
      await requestRun(tx, id)
    })
    return redirectWithFlash(`${home}/settings/import/${id}`, messages.runStarted)
  },
  resume: async ({ params, write, home }) => {
    const id = requireId(params)
    await write((tx) => requestRun(tx, id))
    return redirectWithFlash(`${home}/settings/import/${id}`, messages.runStarted)
  },
  undo: async ({ params, write, home }) => {
    const id = requireId(params)
    await write((tx) => requestUndo(tx, id))
    return redirectWithFlash(`${home}/settings/import/${id}`, messages.undoStarted)
  },
  discard: async ({ params, write, home, deps }) => {
    const id = requireId(params)
    await write((tx) => deleteDraft(tx, id))
    await removeFolder(deps.settings.dataDir, id)
    return redirectWithFlash(`${home}/settings/import`, messages.discarded)
  },
})

export const meta = ({ loaderData }: { loaderData?: ImportPage }) => [
  {
    title: settingsMessages.pageTitle({
      page: messages.pageTitle({ name: loaderData?.current.name ?? '' }),
      workspace: loaderData?.workspace ?? '',
    }),
  },
]

export default function ImportDetails({ loaderData: page }: { loaderData: ImportPage }) {
  const { current, draft, pageUrl } = page
  return (
    <div className="flex max-w-form flex-col gap-6">
      <PageHeader
        title={current.name}
        back={{ to: pageUrl, text: settingsMessages.areas.import }}
        marks={<Badge tone={stateTone(current.state)}>{messages.states[current.state]}</Badge>}
        meta={messages.sources[current.source]}
      />
      {current.error && (
        <Notice tone="danger" title={draft ? messages.checkFailed : messages.failed}>
          <p>{current.error}</p>
        </Notice>
      )}
      <ProgressCard {...page} />
      <ResultCards {...page} />
      {draft &&
        (current.source === 'heed' ? (
          <ArchiveForm draft={draft} zone={page.zone} />
        ) : (
          <DraftForm {...page} draft={draft} />
        ))}
    </div>
  )
}
