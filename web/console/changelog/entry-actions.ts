import { deleteEntry } from '#server/changelog/delete.ts'
import { duplicateEntry } from '#server/changelog/console/duplicate.ts'
import { changelogCan } from '#server/changelog/permissions.ts'
import { getEntry } from '#server/changelog/queries.ts'
import { EntryForm, type Opened, saveEntry } from '#server/changelog/console/save.ts'
import { done } from '#server/console/flash.ts'
import { checked, type FormInput } from '#server/console/form.ts'
import type { MemberVisit } from '#server/console/page-context.ts'
import { permit } from '#server/members/roles.ts'
import { formatDateTime } from '../../ui/data/time.tsx'
import { editor } from '../messages/changelog.ts'
import { entryIdOf } from './entry-id.ts'

type Sent = MemberVisit & { form: FormInput }

/** Saves what the editor sent, and leads on: to the editor again, to publishing, or back to an entry that is out. */
export async function save(visit: Sent, opened: Opened | null): Promise<Response> {
  const { form, write, home } = visit
  const input = checked(EntryForm, entryFormOf(form))
  const entry = await write((tx) => saveEntry(tx, opened, input))
  const address = `${home}/changelog/${entry.id}`
  const at = entry.scheduledPublishAt
  if (entry.state === 'published') return done(address, editor.done.corrected)
  if (form.text('then') === 'publish') return done(`${address}/publish`, editor.done.saved)
  if (at === null) return done(`${address}/edit`, editor.done.saved)
  const zone = entry.scheduledTimezone ?? visit.zone
  return done(`${address}/edit`, editor.done.scheduled(formatDateTime(new Date(at), zone), zone))
}

const entryFormOf = (form: FormInput): EntryForm => ({
  title: form.text('title'),
  body: form.text('body'),
  versionLabel: form.orNull('versionLabel'),
  tagIds: form.all('tagIds'),
  newTags: form.all('newTags').filter((name) => name.trim() !== ''),
  linkedFeedbackIds: form.all('linkedFeedbackIds'),
  reactionsEnabled: form.flag('reactionsEnabled'),
  commentsEnabled: form.flag('commentsEnabled'),
  scheduledPublishAt: form.orNull('scheduledPublishAt'),
  scheduledTimezone: form.text('scheduledTimezone').trim(),
})

export async function duplicate({ write, params, home }: Sent): Promise<Response> {
  const copy = await write((tx) => duplicateEntry(tx, entryIdOf(params)))
  return done(`${home}/changelog/${copy.id}/edit`, editor.done.duplicated)
}

export async function remove({ write, params, home, scope }: Sent): Promise<Response> {
  permit(changelogCan(scope.actor).delete)
  const gone = await write(async (tx) => {
    const entry = await getEntry(tx, entryIdOf(params))
    await deleteEntry(tx, entry.id)
    return entry
  })
  const state = gone.scheduledPublishAt === null ? gone.state : 'scheduled'
  return done(`${home}/changelog?state=${state}`, editor.done.deleted(gone.title))
}
