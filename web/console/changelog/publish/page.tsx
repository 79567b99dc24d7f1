import { redirect, useLoaderData } from 'react-router'
import { audienceOf } from '#server/notifications/recipients/announcement-recipients.ts'
import { changelogCan } from '#server/changelog/permissions.ts'
import { previewEntry } from '#server/changelog/console/preview.ts'
import { publishEntry } from '#server/changelog/publishing/publish.ts'
import { getEntry } from '#server/changelog/queries.ts'
import { entryUnchanged } from '#server/changelog/console/save.ts'
import { done } from '#server/console/flash.ts'
import { acts, loads } from '#server/console/handlers.ts'
import { permit } from '#server/members/roles.ts'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { LinkButton } from '../../../ui/buttons/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { FormActions, SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { Notice } from '../../../ui/notices/notice.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Prose } from '../../../ui/data/prose.tsx'
import { publishing } from '../../messages/changelog.ts'
import { entryIdOf } from '../entry-id.ts'
import { withVisibility } from '../linkable-requests.ts'

export { clientAction } from '../../offline-action.ts'

export const loader = loads.member(async ({ scope, params, home, deps, membership }) => {
  const id = entryIdOf(params)
  const [entry, audience] = await Promise.all([getEntry(scope, id), audienceOf(scope)])
  if (entry.state === 'published') throw redirect(`${home}/changelog/${id}`)
  const linked = await withVisibility(scope, entry.linkedFeedback)
  const { title, body, scheduledPublishAt, updatedAt } = entry
  return {
    entry: { id, title, isScheduled: scheduledPublishAt !== null, updatedAt },
    html: previewEntry(body),
    linked: { all: linked.length, hidden: linked.filter(({ isPublic }) => !isPublic).length },
    audience,
    isMailConfigured: deps.settings.smtpUrl !== null,
    home,
    name: membership.name,
  }
})

export const action = acts.member({
  publish: async ({ form, params, write, scope, home, deps }) => {
    permit(changelogCan(scope.actor).publish)
    const id = entryIdOf(params)
    const { mailed } = await write(async (tx) => {
      // What is published is what was read before it was confirmed.
      const { state } = await entryUnchanged(tx, { id, since: form.text('updatedAt') })
      await publishEntry(tx, id)
      return state === 'published' ? { mailed: 0 } : audienceOf(tx)
    })
    return done(`${home}/changelog/${id}`, publishing.done(mailed, deps.settings.smtpUrl !== null))
  },
})

type Confirmed = Awaited<ReturnType<typeof loader>>

export const meta = ({ loaderData }: { loaderData?: Confirmed }) => [
  { title: `${publishing.title} · ${loaderData?.name ?? ''}` },
]

export default function Page() {
  const data = useLoaderData<typeof loader>()
  const { entry, html, audience, isMailConfigured, home } = data
  const draft = `${home}/changelog/${entry.id}/edit`
  return (
    <div className="mx-auto flex w-full max-w-[46rem] flex-col gap-4 p-4 md:p-6">
      <PageHeader title={publishing.title} back={{ to: draft, text: publishing.back }} />
      <Card flush>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what can be scrolled must be reachable */}
        <section className="max-h-80 overflow-auto rounded-card p-4" dir="auto" tabIndex={0} aria-labelledby="what">
          <h2 id="what" className="mb-3 text-20 wrap-anywhere">
            {entry.title}
          </h2>
          {html.trim() !== '' && <Prose html={html} />}
        </section>
      </Card>
      {html.trim() === '' && (
        <Notice tone="warning" title={publishing.empty.title}>
          <p>{publishing.empty.text}</p>
        </Notice>
      )}
      {!isMailConfigured && audience.mailed > 0 && (
        <Notice tone="warning" title={publishing.noMail.title}>
          <p>{publishing.noMail.text}</p>
        </Notice>
      )}
      <Consequences {...data} />
      <ActionForm intent="publish">
        <input type="hidden" name="updatedAt" value={entry.updatedAt} />
        <FormActions>
          <SubmitButton>{publishing.confirm(audience.mailed, isMailConfigured)}</SubmitButton>
          <LinkButton to={draft}>{publishing.cancel}</LinkButton>
        </FormActions>
      </ActionForm>
    </div>
  )
}

function Consequences({ audience, linked, entry, isMailConfigured }: Confirmed) {
  const { mailed, silent, withoutAddress } = audience
  const isMailed = mailed > 0 && isMailConfigured
  const facts = [
    publishing.publicAtOnce,
    mailed > 0 && !isMailConfigured ? publishing.toOutbox(mailed) : publishing.mailed(mailed),
    silent > 0 && publishing.silent(silent),
    withoutAddress > 0 && publishing.withoutAddress(withoutAddress),
    linked.all > linked.hidden && isMailed && publishing.asked(linked.all - linked.hidden),
    linked.hidden > 0 && publishing.hidden(linked.hidden),
    entry.isScheduled && publishing.scheduled,
    isMailed && publishing.notAgain,
  ]
  return (
    <ul className="flex list-disc flex-col gap-1 ps-5 text-13">
      {facts.map((fact) => fact && <li key={fact}>{fact}</li>)}
    </ul>
  )
}
