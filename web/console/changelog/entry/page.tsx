import { ExternalLink, Pencil } from 'lucide-react'
import { redirect, useLoaderData, useRouteLoaderData } from 'react-router'
import { previewComment, previewEntry } from '#server/changelog/console/preview.ts'
import { findCover } from '#server/changelog/cover.ts'
import { changelogCan } from '#server/changelog/permissions.ts'
import { getEntry } from '#server/changelog/queries.ts'
import { commentsCan } from '#server/comments/permissions.ts'
import { listComments } from '#server/comments/queries.ts'
import { getCursorSigner } from '#server/console/cursor-signer.ts'
import { actionFor, loaderFor } from '#server/console/handlers.ts'
import { requireId } from '#server/console/require-id.ts'
import { highlightMentions } from '#server/inbox/mentions/highlight.ts'
import { listMentions } from '#server/inbox/mentions/queries.ts'
import { hasUnread } from '#server/inbox/queries.ts'
import { getDeliveryReport } from '#server/notifications/announcements/delivery-report.ts'
import { getPortalUrls } from '#server/portal/workspace-urls.ts'
import { listTagsWithUsage } from '#server/tags/usage.ts'
import { LinkButton } from '../../../ui/buttons/button.tsx'
import { Badge } from '../../../ui/data/badge.tsx'
import { Prose } from '../../../ui/data/prose.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { SplitView } from '../../../ui/layout/split-view.tsx'
import { MarkOpened } from '../../inbox/mark-opened.tsx'
import { editorMessages, entryMessages as messages } from '../../messages/changelog.ts'
import { deleteEntryAndRedirect, duplicate } from '../entry-actions.ts'
import { EntryCover } from '../entry-cover.tsx'
import { EntryMenu } from '../entry-menu.tsx'
import { withVisibility } from '../linkable-requests.ts'
import { dontEmail } from './cancel-email.ts'
import { comment, deleteEntryComment } from './comment-actions.ts'
import { Comments } from './comments.tsx'
import { DeliveryReportPanel } from './delivery-report.tsx'
import { EntryMetadata } from './entry-metadata.tsx'

export { clientAction } from '../../offline-action.ts'

export const loader = loaderFor.member(async ({ scope, params, url, home, deps, membership }) => {
  const id = requireId(params)
  const cursor = url.searchParams.get('comments') ?? undefined
  const [entry, cover, report, comments, tags, links] = await Promise.all([
    getEntry(scope, id),
    findCover(scope, id),
    getDeliveryReport(scope, id, { isMailConfigured: deps.settings.smtpUrl !== null }),
    listComments(scope, { of: 'entry_id', id }, { limit: 50, cursor }, getCursorSigner(deps)),
    listTagsWithUsage(scope),
    getPortalUrls(scope, deps.settings.publicUrl),
  ])
  const commentIds = comments.data.map((each) => each.id)
  const [isUnread, mentions] = await Promise.all([
    hasUnread(scope, { of: 'entry_id', id }),
    listMentions(scope, commentIds),
  ])
  if (entry.state === 'draft') throw redirect(`${home}/changelog/${id}/edit`)
  return {
    entry: { ...entry, linkedFeedback: await withVisibility(scope, entry.linkedFeedback) },
    cover,
    html: previewEntry(entry.body, `/console${home}`),
    tags: tags.filter((tag) => entry.tagIds.includes(tag.id)),
    report,
    comments: comments.data.map((each) => ({
      ...each,
      html: highlightMentions(previewComment(each, `/console${home}`), mentions.get(each.id) ?? [], scope.actor.id),
    })),
    isUnread,
    nextComments: comments.pagination.nextCursor,
    publicPage: links.changelog && `${links.changelog}${id}`,
    home,
    name: membership.name,
    can: { ...changelogCan(scope.actor), ...commentPermissions(commentsCan(scope.actor)) },
  }
})

const commentPermissions = ({ reply, delete: deleteComments }: ReturnType<typeof commentsCan>) => ({
  reply,
  deleteComments,
})

export type EntryPageData = Awaited<ReturnType<typeof loader>>

export const action = actionFor.member({
  duplicate,
  delete: deleteEntryAndRedirect,
  comment,
  'delete-comment': deleteEntryComment,
  dontEmail,
})

export const meta = ({ loaderData }: { loaderData?: EntryPageData }) => [
  { title: `${loaderData?.entry.title ?? ''} · ${loaderData?.name ?? ''}` },
]

export default function Page() {
  const data = useLoaderData<typeof loader>()
  const { zone, now } = useRouteLoaderData('root') as { zone: string; now: string }
  const { entry, home, can, report } = data
  return (
    <div className="mx-auto flex w-full max-w-page flex-col gap-4 p-4 md:p-6">
      <MarkOpened home={home} of="entryId" id={entry.id} isUnread={data.isUnread} />
      <PageHeader
        back={{ to: `${home}/changelog?state=published`, text: messages.back }}
        title={<bdi>{entry.title}</bdi>}
        marks={<Badge tone="success">{editorMessages.states.published}</Badge>}
        actions={
          <>
            <EntryMenu entry={entry} can={can} />
            {data.publicPage !== null && (
              <a className="button" href={data.publicPage} target="_blank" rel="noreferrer">
                <ExternalLink aria-hidden />
                {messages.publicPage}
              </a>
            )}
            {can.write && (
              <LinkButton to={`${home}/changelog/${entry.id}/edit`} icon={<Pencil aria-hidden />}>
                {messages.edit}
              </LinkButton>
            )}
          </>
        }
      />
      <SplitView
        look="aside"
        list={
          <div className="flex flex-col gap-4">
            {report && (
              <DeliveryReportPanel
                key={entry.id}
                first={report}
                entryUrl={`${home}/changelog/${entry.id}`}
                home={home}
              />
            )}
            <Card>
              <EntryCover home={home} cover={data.cover} className="mb-4 max-h-96" />
              {data.html.trim() === '' && data.cover === null ? (
                <p className="text-muted">{messages.noText}</p>
              ) : (
                <Prose html={data.html} />
              )}
            </Card>
            <Comments data={data} zone={zone} now={now} />
          </div>
        }
        detail={<EntryMetadata data={data} zone={zone} />}
      />
    </div>
  )
}
