import { Download } from 'lucide-react'
import { Form, useNavigate, useRouteLoaderData } from 'react-router'
import { getCursorSigner } from '#server/console/cursor-signer.ts'
import { loaderFor } from '#server/console/handlers.ts'
import { requireId } from '#server/console/require-id.ts'
import { customersCan } from '#server/customers/permissions.ts'
import { getFeedback } from '#server/feedback/queries.ts'
import { listVoters, type Voter } from '#server/votes/voters.ts'
import { Avatar } from '../../../ui/data/avatar.tsx'
import { Row, RowLink, Rows } from '../../../ui/data/list-row.tsx'
import { LoadMore } from '../../../ui/data/load-more.tsx'
import { Time } from '../../../ui/data/time.tsx'
import { SubmitButton, SubmitWithoutScript } from '../../../ui/forms/form-buttons.tsx'
import { LiveSearchField } from '../../../ui/forms/live-search-field.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { readPageOrFirst } from '../../cursor-fallback.ts'
import { useLoadedPages } from '../../customers/list/use-loaded-pages.ts'
import { votersMessages as messages, requestMessages } from '../../messages/requests/detail.ts'
import { personName } from '../detail/person-name.ts'

const pageSize = 50

export const loader = loaderFor.member(async ({ scope, params, url, home, deps, membership }) => {
  const id = requireId(params)
  const search = (url.searchParams.get('find') ?? '').slice(0, 200).trim()
  const after = url.searchParams.get('after') || undefined
  const [feedback, { page, isFirst }] = await Promise.all([
    getFeedback(scope, id),
    readPageOrFirst(after, (cursor) =>
      listVoters(scope, id, { limit: pageSize, cursor, search: search || undefined }, getCursorSigner(deps)),
    ),
  ])
  // The list that the request was opened from.
  const listQuery = new URLSearchParams(url.searchParams)
  for (const name of ['find', 'after']) listQuery.delete(name)
  return {
    workspace: membership.name,
    requestUrl: `${home}/requests/${id}`,
    listQuery: listQuery.toString(),
    home,
    title: feedback.title,
    votes: feedback.votes,
    search,
    rows: page.data,
    next: page.pagination.nextCursor,
    isFirst,
    canExport: customersCan(scope.actor).export,
  }
})

type VotersPageData = Awaited<ReturnType<typeof loader>>

export const meta = ({ loaderData }: { loaderData?: VotersPageData }) => [
  { title: loaderData ? `${messages.titleOf({ title: loaderData.title })} · ${loaderData.workspace}` : '' },
]

/** Lists everyone who voted for a request, newest first. */
export default function VotersPage({ loaderData }: { loaderData: VotersPageData }) {
  const { requestUrl, listQuery, home, title, votes, search, isFirst, canExport } = loaderData
  const { rows, next, isLoading, load } = useLoadedPages<Voter>(loaderData)
  const { now, zone } = useRouteLoaderData('root') as { now: string; zone: string }
  const navigate = useNavigate()
  const urlWith = (changes: Record<string, string>) => {
    const query = new URLSearchParams(listQuery)
    for (const [name, value] of Object.entries(changes)) if (value !== '') query.set(name, value)
    return `${requestUrl}/voters${query.size === 0 ? '' : `?${query}`}`
  }
  const find = (text: string) => navigate(urlWith({ find: text.trim() }), { replace: true, preventScrollReset: true })
  const nextUrl = next && urlWith({ find: search, after: next })
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-4 p-6 max-md:p-4">
      <PageHeader
        title={messages.title}
        meta={
          <span className="wrap-anywhere">
            {messages.lead({ votes: requestMessages.votes({ count: votes }), title })}
          </span>
        }
        back={{ to: `${requestUrl}${listQuery && `?${listQuery}`}`, text: messages.back }}
        actions={
          canExport &&
          votes > 0 && (
            <Form method="post" action={`${requestUrl}/voters/export`} reloadDocument>
              <input type="hidden" name="find" value={search} />
              <SubmitButton name="intent" value="export" look="normal" icon={<Download aria-hidden />}>
                {messages.export}
              </SubmitButton>
            </Form>
          )
        }
      />
      <Form
        method="get"
        role="search"
        aria-label={messages.find}
        className="toolbar"
        onSubmit={(event) => {
          event.preventDefault()
          find(String(new FormData(event.currentTarget).get('find') ?? ''))
        }}
      >
        {[...new URLSearchParams(listQuery)].map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <LiveSearchField name="find" label={messages.find} value={search} onSearch={find} />
        <SubmitWithoutScript>{messages.submit}</SubmitWithoutScript>
      </Form>
      {rows.length === 0 ? (
        <p className="text-muted" role="status">
          {search === '' ? messages.none : messages.noMatch({ text: search })}
        </p>
      ) : (
        <Card flush>
          <Rows label={messages.title}>
            {rows.map((voter) => (
              <VoterRow key={voter.id} voter={voter} home={home} now={now} zone={zone} />
            ))}
          </Rows>
          <LoadMore
            to={nextUrl}
            {...(isFirst && search === '' && { shown: messages.shown({ shown: rows.length, count: votes }) })}
            busy={isLoading}
            onLoad={() => nextUrl && load(nextUrl)}
          />
        </Card>
      )}
    </div>
  )
}

function VoterRow({ voter, home, now, zone }: { voter: Voter; home: string; now: string; zone: string }) {
  const name = personName(voter)
  return (
    <Row
      start={<Avatar name={name} size="sm" />}
      title={
        <RowLink to={`${home}/customers/${voter.id}`} dir="auto">
          {name}
        </RowLink>
      }
      meta={voter.name && voter.email}
      end={
        <span className="text-12 text-muted">
          <Time value={voter.votedAt} now={now} zone={zone} />
        </span>
      }
    />
  )
}
