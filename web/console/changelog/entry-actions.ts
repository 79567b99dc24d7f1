import { formatDateTime } from '#i18n/format.ts'
import { duplicateEntry } from '#server/changelog/console/duplicate.ts'
import { EntryForm, type EntryVersion, saveEntry } from '#server/changelog/console/save.ts'
import { deleteEntry } from '#server/changelog/delete.ts'
import { getEntry } from '#server/changelog/queries.ts'
import { redirectWithFlash } from '#server/console/flash.ts'
import { type FormInput, validateForm } from '#server/console/form.ts'
import type { MemberActionContext } from '#server/console/handlers.ts'
import { requireId } from '#server/console/require-id.ts'
import { Audience } from '#server/notifications/announcements/audience.ts'
import { editorMessages } from '../messages/changelog.ts'
import { readNotificationChoice } from '../notify/choice.ts'

/** Saves the entry, and redirects to the editor, to the publish page, or to the published entry. */
export async function saveEntryForm(context: MemberActionContext, opened: EntryVersion | null): Promise<Response> {
  const { form, write, home } = context
  const input = validateForm(EntryForm, { ...parseEntryForm(form), ...(await readPlan(context)) })
  const entry = await write((tx) => saveEntry(tx, opened, input))
  const entryUrl = `${home}/changelog/${entry.id}`
  const publishAt = entry.scheduledPublishAt
  if (entry.state === 'published') return redirectWithFlash(entryUrl, editorMessages.done.corrected)
  if (form.text('then') === 'publish') return redirectWithFlash(`${entryUrl}/publish`, editorMessages.done.saved)
  if (publishAt === null) return redirectWithFlash(`${entryUrl}/edit`, editorMessages.done.saved)
  const zone = entry.scheduledTimezone ?? context.zone
  return redirectWithFlash(
    `${entryUrl}/edit`,
    editorMessages.done.scheduled({ when: formatDateTime(new Date(publishAt), zone), zone }),
  )
}

const parseEntryForm = (form: FormInput): EntryForm => ({
  title: form.text('title'),
  body: form.text('body'),
  ...(form.has('coverUrl') && {
    coverUrl: form.flag('removesCover') ? null : form.textOrNull('coverUrl'),
    coverAlt: form.text('coverAlt'),
  }),
  versionLabel: form.textOrNull('versionLabel'),
  tagIds: form.all('tagIds'),
  newTags: form.all('newTags').filter((name) => name.trim() !== ''),
  linkedFeedbackIds: form.all('linkedFeedbackIds'),
  reactionsEnabled: form.flag('reactionsEnabled'),
  commentsEnabled: form.flag('commentsEnabled'),
  scheduledPublishAt: form.textOrNull('scheduledPublishAt'),
  scheduledTimezone: form.text('scheduledTimezone').trim(),
})

/** Reads the fields of `PlanFields`; empty if the form has none, like that of a published entry. */
async function readPlan(context: MemberActionContext): Promise<Pick<EntryForm, 'plan'>> {
  const { form } = context
  if (!form.has('audience')) return {}
  const audience = validateForm(Audience, form.text('audience'))
  const completion = form.flag('completesLinked') ? await readNotificationChoice(context, 'stages') : null
  return { plan: { audience, completion } }
}

export async function duplicate({ write, params, home }: MemberActionContext): Promise<Response> {
  const copy = await write((tx) => duplicateEntry(tx, requireId(params)))
  return redirectWithFlash(`${home}/changelog/${copy.id}/edit`, editorMessages.done.duplicated)
}

export async function deleteEntryAndRedirect({ write, params, home }: MemberActionContext): Promise<Response> {
  const deleted = await write(async (tx) => {
    const entry = await getEntry(tx, requireId(params))
    await deleteEntry(tx, entry.id)
    return entry
  })
  const state = deleted.scheduledPublishAt === null ? deleted.state : 'scheduled'
  return redirectWithFlash(`${home}/changelog?state=${state}`, editorMessages.done.deleted({ title: deleted.title }))
}
