import { useSearchParams } from 'react-router'
import { boardChoices } from '#server/boards/choices.ts'
import { done } from '#server/console/flash.ts'
import { checked } from '#server/console/form.ts'
import { acts, loads } from '#server/console/handlers.ts'
import { permit } from '#server/members/roles.ts'
import { createRoadmapItem } from '#server/roadmap/create.ts'
import { roadmapCan } from '#server/roadmap/permissions.ts'
import { RoadmapCreate } from '#server/roadmap/schema.ts'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { LinkButton } from '../../../ui/buttons/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { FormActions, SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { Notice } from '../../../ui/notices/notice.tsx'
import { Select, TextArea, TextInput } from '../../../ui/forms/text-input.tsx'
import { words as kit } from '../../../ui/messages.ts'
import { roadmap as words } from '../../messages/roadmap.ts'
import { boardQuery, filterIn } from '../board-query.ts'
import { Panel } from './side-panel.tsx'
import { todayIn } from '../target-delivery.ts'
import { TargetFields } from './target-fields.tsx'
import { targetIn } from './parse-target.ts'

export { clientAction } from '../../offline-action.ts'

export const loader = loads.member(async ({ scope, home, membership, zone, now }) => {
  permit(roadmapCan(scope.actor).plan)
  const boards = await boardChoices(scope)
  return {
    workspace: membership.name,
    home: `${home}/roadmap`,
    boards: boards.filter(({ acceptsRequests }) => acceptsRequests),
    today: todayIn(zone, now),
  }
})

type NewData = Awaited<ReturnType<typeof loader>>

export const action = acts.member({
  create: async ({ form, write, scope, home, url }) => {
    permit(roadmapCan(scope.actor).plan)
    const boardId = form.optional('boardId')
    const wanted = checked(RoadmapCreate, {
      title: form.text('title'),
      description: form.text('description'),
      status: form.text('status'),
      targetDelivery: targetIn(form),
      ...(boardId !== undefined && { boardId }),
    })
    const { id, status } = await write((tx) => createRoadmapItem(tx, wanted))
    return done(`${home}/roadmap/${id}${boardQuery(url.searchParams)}`, words.created(status))
  },
})

export const meta = ({ loaderData }: { loaderData?: NewData }) => [
  { title: `${words.newTitle} · ${loaderData?.workspace ?? ''}` },
]

const statuses = ['planned', 'in_progress', 'done', 'closed'] as const

export default function NewItem({ loaderData }: { loaderData: NewData }) {
  const [query] = useSearchParams()
  const { home, boards } = loaderData
  const closeTo = `${home}${boardQuery(query)}`
  return (
    <Panel closeTo={closeTo} title={words.newTitle}>
      <p className="-mt-2 text-13 text-muted">{words.newText}</p>
      {boards.length === 0 ? (
        <Notice tone="warning" title={words.noBoard}>
          <p>{words.noBoardText}</p>
        </Notice>
      ) : (
        <NewForm {...loaderData} closeTo={closeTo} />
      )}
    </Panel>
  )
}

function NewForm({ boards, today, closeTo }: NewData & { closeTo: string }) {
  const [query] = useSearchParams()
  const board = boards.find(({ id }) => id === filterIn(query).boardId) ?? boards[0]!
  const status = statuses.find((one) => one === query.get('status')) ?? 'planned'
  return (
    <ActionForm intent="create" guard draftKey="roadmap:new">
      <Field name="title" label={words.titleLabel}>
        <TextInput maxLength={200} required autoFocus dir="auto" />
      </Field>
      <Field name="description" label={words.descriptionLabel} optional>
        <TextArea maxLength={10_000} dir="auto" />
      </Field>
      <Field name="status" label={words.statusLabel}>
        <Select defaultValue={status} options={statuses.map((value) => ({ value, label: words.statuses[value] }))} />
      </Field>
      <TargetFields target={null} today={today} />
      {boards.length > 1 ? (
        <Field name="boardId" label={words.boardLabel} help={words.boardHelp}>
          <Select defaultValue={board.id} options={boards.map(({ id, name }) => ({ value: id, label: name }))} />
        </Field>
      ) : (
        <input type="hidden" name="boardId" value={board.id} />
      )}
      <FormActions>
        <SubmitButton>{words.create}</SubmitButton>
        <LinkButton to={closeTo} look="quiet" preventScrollReset>
          {kit.cancel}
        </LinkButton>
      </FormActions>
    </ActionForm>
  )
}
