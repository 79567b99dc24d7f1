import { Plus } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { actionFor, loaderFor } from '#server/console/handlers.ts'
import { listMissingRequests, type MissingRequest } from '#server/roadmap/console/missing.ts'
import { roadmapCan } from '#server/roadmap/permissions.ts'
import { Row, RowLink, Rows } from '../../../ui/data/list-row.tsx'
import { StageBadge } from '../../../ui/data/stage-badge.tsx'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { roadmapMessages } from '../../messages/roadmap.ts'
import { listStageActions } from '../../requests/stage-changes/actions.ts'
import { boardQuery } from '../board-query.ts'
import { SidePanel } from '../item/side-panel.tsx'

export { clientAction } from '../../offline-action.ts'

const messages = roadmapMessages.missing

// The limit of one bulk operation.
const maxShown = 100

export const loader = loaderFor.member(async ({ scope, home, membership }) => ({
  workspace: membership.name,
  home,
  ...(await listMissingRequests(scope, maxShown)),
  can: roadmapCan(scope.actor),
}))

type MissingData = Awaited<ReturnType<typeof loader>>

export const action = actionFor.member({ addToRoadmap: listStageActions.addToRoadmap })

export const meta = ({ loaderData }: { loaderData?: MissingData }) => [
  { title: `${messages.title} · ${loaderData?.workspace ?? ''}` },
]

/** Lists the requests that the API or a tracker left off the roadmap, with buttons to add one or all. */
export default function MissingPanel({ loaderData }: { loaderData: MissingData }) {
  const { home, requests, hasMore, can } = loaderData
  const [query] = useSearchParams()
  const here = `${home}/roadmap/missing${boardQuery(query)}`
  return (
    <SidePanel closeTo={`${home}/roadmap${boardQuery(query)}`} title={messages.title} head={<h2>{messages.title}</h2>}>
      <p className="text-13 text-muted">{requests.length === 0 ? messages.none : messages.text}</p>
      {requests.length > 0 && (
        <>
          {can.plan && (
            <AddForm id="all" requests={requests} next={here} look="primary">
              {hasMore ? messages.addFirst({ count: requests.length }) : messages.addAll}
            </AddForm>
          )}
          <Rows label={messages.list}>
            {requests.map((request) => (
              <Row
                key={request.id}
                title={
                  <RowLink to={`${home}/requests/${request.id}`} dir="auto">
                    {request.title}
                  </RowLink>
                }
                meta={
                  <>
                    <StageBadge stage={request.stage} look="plain" />
                    <span>{roadmapMessages.voteCount({ count: request.votes })}</span>
                    <span>{request.board}</span>
                  </>
                }
                end={
                  can.plan && (
                    <AddForm
                      id={request.id}
                      requests={[request]}
                      next={here}
                      label={messages.addLabel({ title: request.title })}
                    >
                      {messages.add}
                    </AddForm>
                  )
                }
              />
            ))}
          </Rows>
        </>
      )}
    </SidePanel>
  )
}

interface AddFormProps {
  /** Distinguishes the forms of the page. */
  id: string
  requests: MissingRequest[]
  next: string
  look?: 'primary'
  label?: string
  children: string
}

const AddForm = ({ id, requests, next, look, label, children }: AddFormProps) => (
  <ActionForm intent="addToRoadmap" fields={{ next, form: id }}>
    {requests.map((request) => (
      <input key={request.id} type="hidden" name="id" value={request.id} />
    ))}
    <SubmitButton size="sm" look={look ?? 'normal'} icon={<Plus aria-hidden />} aria-label={label}>
      {children}
    </SubmitButton>
  </ActionForm>
)
