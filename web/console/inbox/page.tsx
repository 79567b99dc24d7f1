import './inbox.css'
import { CheckCheck, Inbox, Settings2 } from 'lucide-react'
import { Form, useRouteLoaderData } from 'react-router'
import { getCursorSigner } from '#server/console/cursor-signer.ts'
import { actionFor, loaderFor } from '#server/console/handlers.ts'
import { listInbox } from '#server/inbox/queries.ts'
import { getReviewItem } from '#server/inbox/review.ts'
import { LinkButton } from '../../ui/buttons/button.tsx'
import { KeyHint } from '../../ui/data/badge.tsx'
import { Rows } from '../../ui/data/list-row.tsx'
import { SubmitButton } from '../../ui/forms/form-buttons.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { Tabs } from '../../ui/layout/tabs.tsx'
import { EmptyState } from '../../ui/notices/empty-state.tsx'
import { inboxMessages as messages } from '../messages/inbox.ts'
import { inboxActions } from './actions.ts'
import { ItemRow, inboxItemId } from './item-row.tsx'
import { ReviewRow } from './review-row.tsx'
import { reviewKey, useInboxKeys } from './use-inbox-keys.ts'

export { clientAction } from '../offline-action.ts'

export const loader = loaderFor.member(async ({ scope, url, home, deps, membership }) => {
  const isUnreadOnly = url.searchParams.get('show') === 'unread'
  const cursor = url.searchParams.get('cursor') ?? undefined
  const [page, review] = await Promise.all([
    listInbox(scope, { isUnreadOnly, cursor }, getCursorSigner(deps)),
    cursor === undefined ? getReviewItem(scope) : null,
  ])
  return {
    home,
    workspace: membership.name,
    isUnreadOnly,
    isFirst: cursor === undefined,
    items: page.data,
    nextCursor: page.pagination.nextCursor,
    review: review && (review.isUnread || !isUnreadOnly) ? review : null,
    /** What arrives later stays unread when everything is marked as read. */
    seenAt: scope.now,
  }
})

export type InboxData = Awaited<ReturnType<typeof loader>>

export const action = actionFor.member(inboxActions)

export const meta = ({ loaderData }: { loaderData?: InboxData }) => [
  { title: loaderData ? messages.titleOf({ workspace: loaderData.workspace }) : '' },
]

const listUrl = (home: string, isUnreadOnly: boolean, cursor?: string): string => {
  const query = new URLSearchParams({
    ...(isUnreadOnly && { show: 'unread' }),
    ...(cursor !== undefined && { cursor }),
  })
  return `${home}/inbox${query.size > 0 ? `?${query}` : ''}`
}

export default function InboxPage({ loaderData }: { loaderData: InboxData }) {
  const { home, items, review, isUnreadOnly, seenAt } = loaderData
  const hasUnread = items.some(({ unread }) => unread > 0) || review?.isUnread === true
  return (
    <div className="mx-auto flex w-full max-w-page flex-col gap-4 p-4 md:p-6">
      <PageHeader
        title={messages.title}
        meta={messages.about}
        actions={
          <>
            {hasUnread && (
              <Form method="post" preventScrollReset>
                <input type="hidden" name="seenAt" value={seenAt} />
                <SubmitButton look="normal" name="intent" value="read-all" icon={<CheckCheck aria-hidden />}>
                  {messages.markAll}
                </SubmitButton>
              </Form>
            )}
            <LinkButton to={`${home}/inbox/settings`} icon={<Settings2 aria-hidden />}>
              {messages.settings}
            </LinkButton>
          </>
        }
      />
      <Tabs
        label={messages.filter}
        tabs={[
          { to: listUrl(home, false), text: messages.all, current: !isUnreadOnly },
          { to: listUrl(home, true), text: messages.unread, current: isUnreadOnly },
        ]}
      />
      {items.length === 0 && !review ? <EmptyInbox {...loaderData} /> : <Items {...loaderData} />}
    </div>
  )
}

function EmptyInbox({ isUnreadOnly }: InboxData) {
  const { title, text, unreadTitle, unreadText } = messages.empty
  return (
    <EmptyState icon={<Inbox />} title={isUnreadOnly ? unreadTitle : title}>
      {isUnreadOnly ? unreadText : text}
    </EmptyState>
  )
}

function Items(inbox: InboxData) {
  const { home, items, review, isUnreadOnly, isFirst, nextCursor } = inbox
  const { zone } = useRouteLoaderData('root') as { zone: string }
  const keys = [...(review ? [reviewKey] : []), ...items.map(inboxItemId)]
  const { active, setActive } = useInboxKeys(keys)
  const shared = { home, zone, now: inbox.seenAt }
  return (
    <div className="inbox-list flex flex-col gap-4">
      <Card flush>
        <Rows label={messages.list}>
          {review && (
            <ReviewRow
              {...shared}
              review={review}
              isActive={active === reviewKey}
              onActive={() => setActive(reviewKey)}
            />
          )}
          {items.map((item) => (
            <ItemRow
              key={inboxItemId(item)}
              {...shared}
              item={item}
              isActive={active === inboxItemId(item)}
              onActive={() => setActive(inboxItemId(item))}
            />
          ))}
        </Rows>
        {(nextCursor !== null || !isFirst) && (
          <div className="more">
            {!isFirst && (
              <LinkButton to={listUrl(home, isUnreadOnly)} size="sm">
                {messages.newest}
              </LinkButton>
            )}
            {nextCursor !== null && (
              <LinkButton to={listUrl(home, isUnreadOnly, nextCursor)} size="sm">
                {messages.older}
              </LinkButton>
            )}
          </div>
        )}
      </Card>
      <p className="inbox-keys">
        <KeyHint keys={['j', 'k', '↵', 'e']}>{messages.keys}</KeyHint>
      </p>
    </div>
  )
}
