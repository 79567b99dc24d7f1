import type { Command } from 'commander'
import { type AnnouncementProgress, getAnnouncementProgress } from '../notifications/announcements/progress.ts'
import { isUuid } from '../platform/ids.ts'
import { invalid, notFound } from '../platform/problems.ts'
import type { CommandIo } from './command-io.ts'
import { asOperator, type CliContext, withInstance } from './run-command.ts'

export function changelogCommands(program: Command, io: CommandIo): void {
  program
    .command('changelog')
    .description('show the delivery status of announcements')
    .command('status')
    .description('show how many customers have been emailed about an entry')
    .argument('<id>', 'the id of the entry')
    .option('--json', 'print one JSON object')
    .action((id: string, { json }) =>
      withInstance(io, 'changelog status', { json }, async (instance) => {
        if (!isUuid(id)) throw invalid([{ path: '/id', message: 'must be the id of a changelog entry' }])
        const entry = await entryById(instance, id)
        const progress = await asOperator(instance, entry.workspace_id, (scope) => getAnnouncementProgress(scope, id))
        const announcement = progress && { state: stateOf(progress), ...progress }
        return { result: { id, title: entry.title, state: entry.state, announcement }, text: textOf(entry, progress) }
      }),
    )
}

interface Entry {
  workspace_id: string
  title: string
  state: 'draft' | 'published'
}

async function entryById({ database }: CliContext, id: string): Promise<Entry> {
  // The operator may read every workspace, so the id is enough.
  const entry = await database.db
    .selectFrom('changelog_entries')
    .select(['workspace_id', 'title', 'state'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!entry) throw notFound()
  return entry
}

const stateOf = ({ isListed, due }: AnnouncementProgress): 'announcing' | 'announced' =>
  isListed && due === 0 ? 'announced' : 'announcing'

function textOf({ title, state }: Entry, progress: AnnouncementProgress | null): string {
  const head = `"${title}" is ${state === 'draft' ? 'a draft' : 'published'}`
  if (progress === null) return `${head} and has not been announced.`
  const { isListed, due, sent, failed, suppressed, reasons, nextDueAt } = progress
  const isAhead = nextDueAt !== null && Date.parse(nextDueAt) > Date.now()
  const lines = [
    `${head} and ${stateOf(progress) === 'announced' ? 'has been announced' : 'is being announced'}.`,
    `due ${due}, sent ${sent}, failed ${failed}, suppressed ${suppressed}`,
    ...(isListed ? [] : ['The list of recipients is not complete yet, so the counts will grow.']),
    ...(isAhead ? [`The next attempt is at ${nextDueAt}.`] : []),
    ...reasons.map(({ response, count }) => `${count} × ${response}`),
  ]
  return lines.join('\n')
}
