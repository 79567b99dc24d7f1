import { useState } from 'react'
import { redirect, useLoaderData } from 'react-router'
import { listBoardChoices } from '#server/boards/choices.ts'
import { previewEntry } from '#server/changelog/console/preview.ts'
import { publishUnchangedEntry } from '#server/changelog/console/publish.ts'
import { findCover } from '#server/changelog/cover.ts'
import { getInitialPlan } from '#server/changelog/publishing/plan.ts'
import { getEntry } from '#server/changelog/queries.ts'
import { type Flash, redirectWithFlash } from '#server/console/flash.ts'
import { validateForm } from '#server/console/form.ts'
import { actionFor, loaderFor } from '#server/console/handlers.ts'
import { requireId } from '#server/console/require-id.ts'
import { Audience } from '#server/notifications/announcements/audience.ts'
import {
  type AnnouncementRecipientCounts,
  countAnnouncementRecipients,
} from '#server/notifications/recipients/announcement-recipients.ts'
import { listTagChoices } from '#server/tags/choices.ts'
import { LinkButton } from '../../../ui/buttons/button.tsx'
import { Prose } from '../../../ui/data/prose.tsx'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { FormActions, SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Notice } from '../../../ui/notices/notice.tsx'
import { describeCompleted, describePublished, publishButton, publishMessages } from '../../messages/changelog.ts'
import { notifyMessages } from '../../messages/notify.ts'
import { withMail } from '../../notify/choice.ts'
import { EntryCover } from '../entry-cover.tsx'
import { withVisibility } from '../linkable-requests.ts'
import { AudienceField, type AudienceKind } from './audience-field.tsx'
import { CompleteLinked } from './complete-linked.tsx'
import { loadCompletion, readCompletion } from './completion.ts'
import { useReached } from './use-reached.ts'

export { clientAction } from '../../offline-action.ts'

const noRecipients = { recipients: 0, suppressed: 0, withoutAddress: 0 }

export const loader = loaderFor.member(async ({ scope, params, home, deps, membership }) => {
  const id = requireId(params)
  const [entry, cover, everyone, boards, tags, plan] = await Promise.all([
    getEntry(scope, id),
    findCover(scope, id),
    countAnnouncementRecipients(scope),
    listBoardChoices(scope),
    listTagChoices(scope),
    getInitialPlan(scope, id),
  ])
  if (entry.state === 'published') throw redirect(`${home}/changelog/${id}`)
  const linkedIds = entry.linkedFeedbackIds
  const asked = await countAnnouncementRecipients(scope, { audience: 'asked', linkedIds })
  const linked = await withVisibility(scope, entry.linkedFeedback)
  const { title, body, scheduledPublishAt, updatedAt } = entry
  return {
    entry: { id, title, isScheduled: scheduledPublishAt !== null, updatedAt },
    /** The initial choice. */
    plan,
    cover,
    html: previewEntry(body, `/console${home}`),
    completion: await loadCompletion(scope, linked),
    linked: { all: linked.length, hidden: linked.filter(({ isPublic }) => !isPublic).length },
    /** Whom these choices reach; the page asks for the number of a board or a tag. */
    reached: { everyone, asked },
    boards: boards.map(({ id, name }) => ({ id, name })),
    tags: tags.map(({ id, name }) => ({ id, name })),
    isMailConfigured: deps.settings.smtpUrl !== null,
    home,
    name: membership.name,
  }
})

export const action = actionFor.member({
  publish: async (context) => {
    const { form, params, write, home, deps } = context
    const id = requireId(params)
    // Without a choice, as from a page of an earlier version: everyone.
    const kind = form.optionalText('audience') ?? 'everyone'
    const audience = validateForm(Audience, kind === 'filter' ? form.text('filter') : kind)
    const version = { id, updatedAt: form.text('updatedAt') }
    const completion = await readCompletion(context)
    const { recipients, completed } = await write((tx) => publishUnchangedEntry(tx, version, { audience, completion }))
    const done = describePublished(recipients, deps.settings.smtpUrl !== null, audience)
    const next = `${home}/changelog/${id}`
    const flash = { text: describeCompleted(done, completed) }
    const choice = completed > 0 && recipients === 0 && completion?.notify ? completion : null
    const { text, ...options } = choice
      ? await withMail(context, flash, { choice, next })
      : { ...flash, ...(recipients > 0 && { secondary: cancelForm(next) }) }
    return redirectWithFlash(next, text, options)
  },
})

/** Returns the form that cancels the announcement, and the mail about the requests that were completed with it. */
const cancelForm = (entryUrl: string): NonNullable<Flash['secondary']> => ({
  action: entryUrl,
  intent: 'dontEmail',
  fields: {},
  text: notifyMessages.dontEmail,
})

type PublishPageData = Awaited<ReturnType<typeof loader>>

export const meta = ({ loaderData }: { loaderData?: PublishPageData }) => [
  { title: `${publishMessages.title} · ${loaderData?.name ?? ''}` },
]

export default function Page() {
  const data = useLoaderData<typeof loader>()
  const { entry, cover, html, reached, linked, isMailConfigured, home } = data
  const entryUrl = `${home}/changelog/${entry.id}`
  const draftUrl = `${entryUrl}/edit`
  const initial = initialAudience(data.plan.audience)
  const [kind, setKind] = useState(initial.kind)
  const [filter, setFilter] = useState(
    initial.filter ?? (data.boards[0] ? (`board:${data.boards[0].id}` as const) : null),
  )
  const filtered = useReached(home, kind === 'filter' ? filter : null)
  const audience = kind === 'filter' ? filtered : kind === 'nobody' ? noRecipients : reached[kind]
  const recipients = audience?.recipients ?? 0
  return (
    <div className="mx-auto flex w-full max-w-[46rem] flex-col gap-4 p-4 md:p-6">
      <PageHeader
        title={publishMessages.title}
        back={{ to: draftUrl, text: entry.isScheduled ? publishMessages.backToScheduled : publishMessages.back }}
      />
      <Card flush>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable */}
        <section className="max-h-80 overflow-auto rounded-card p-4" dir="auto" tabIndex={0} aria-labelledby="what">
          <h2 id="what" className="mb-3 text-20 wrap-anywhere">
            {entry.title}
          </h2>
          <EntryCover home={home} cover={cover} className="mb-4 max-h-64" />
          {html.trim() !== '' && <Prose html={html} />}
        </section>
      </Card>
      {html.trim() === '' && (
        <Notice tone="warning" title={publishMessages.empty.title}>
          <p>{publishMessages.empty.text}</p>
        </Notice>
      )}
      {!isMailConfigured && recipients > 0 && (
        <Notice tone="warning" title={publishMessages.noMail.title}>
          <p>{publishMessages.noMail.text}</p>
        </Notice>
      )}
      <ActionForm intent="publish">
        <AudienceField
          {...data}
          kind={kind}
          initial={initial}
          onKind={setKind}
          onFilter={(value) => setFilter(value as AudienceFilter)}
          hasLinked={linked.all > 0}
        />
        {audience && <Consequences {...data} kind={kind} counts={audience} />}
        <input type="hidden" name="updatedAt" value={entry.updatedAt} />
        <CompleteLinked
          {...data.completion}
          planned={data.plan.completion}
          isMailed={recipients > 0 && isMailConfigured}
        />
        <FormActions>
          <SubmitButton>{publishButton(recipients, isMailConfigured)}</SubmitButton>
          <LinkButton to={draftUrl}>
            {entry.isScheduled ? publishMessages.keepSchedule : publishMessages.cancel}
          </LinkButton>
        </FormActions>
      </ActionForm>
    </div>
  )
}

type AudienceFilter = Extract<Audience, `${string}:${string}`>

const initialAudience = (audience: Audience): { kind: AudienceKind; filter: AudienceFilter | null } =>
  isFilter(audience) ? { kind: 'filter', filter: audience } : { kind: audience as AudienceKind, filter: null }

const isFilter = (audience: Audience): audience is AudienceFilter => audience.includes(':')

interface ConsequencesProps extends PublishPageData {
  kind: AudienceKind
  counts: AnnouncementRecipientCounts
}

function Consequences({ kind, counts, linked, entry, isMailConfigured }: ConsequencesProps) {
  const { recipients, suppressed, withoutAddress } = counts
  const isMailed = recipients > 0 && isMailConfigured
  const facts = [
    publishMessages.publicAtOnce,
    kind === 'nobody'
      ? publishMessages.audience.silent
      : recipients > 0 && !isMailConfigured
        ? publishMessages.toOutbox({ count: recipients })
        : publishMessages.mailed({ count: recipients }),
    suppressed > 0 && publishMessages.suppressed({ count: suppressed }),
    withoutAddress > 0 && publishMessages.withoutAddress({ count: withoutAddress }),
    linked.all > linked.hidden && isMailed && publishMessages.linkedRequests,
    linked.hidden > 0 && publishMessages.hidden({ count: linked.hidden }),
    entry.isScheduled && publishMessages.scheduled,
    isMailed && publishMessages.notAgain,
  ]
  return (
    <ul className="flex list-disc flex-col gap-1 ps-5 text-13">
      {facts.map((fact) => fact && <li key={fact}>{fact}</li>)}
    </ul>
  )
}
