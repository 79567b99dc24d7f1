import { useSearchParams } from 'react-router'
import { formatIsoDate } from '#i18n/format.ts'
import { listBoardChoices } from '#server/boards/choices.ts'
import { redirectWithFlash } from '#server/console/flash.ts'
import { validateForm } from '#server/console/form.ts'
import { actionFor, loaderFor } from '#server/console/handlers.ts'
import { createRoadmapItem } from '#server/roadmap/create.ts'
import { RoadmapCreate } from '#server/roadmap/schema.ts'
import { LinkButton } from '../../../ui/buttons/button.tsx'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { FormActions, SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { Select, TextArea, TextInput } from '../../../ui/forms/text-input.tsx'
import { uiMessages } from '../../../ui/messages.ts'
import { Notice } from '../../../ui/notices/notice.tsx'
import { roadmapMessages as messages } from '../../messages/roadmap.ts'
import { boardQuery, parseBoardFilter } from '../board-query.ts'
import { parseTargetDelivery } from './parse-target.ts'
import { SidePanel } from './side-panel.tsx'
import { TargetFields } from './target-fields.tsx'

export { clientAction } from '../../offline-action.ts'

export const loader = loaderFor.member(async ({ scope, home, membership, zone, now }) => {
  const boards = await listBoardChoices(scope)
  return {
    workspace: membership.name,
    home: `${home}/roadmap`,
    boards: boards.filter(({ acceptsRequests }) => acceptsRequests),
    today: formatIsoDate(new Date(now), zone),
  }
})

type NewItemData = Awaited<ReturnType<typeof loader>>

export const action = actionFor.member({
  create: async ({ form, write, home, url }) => {
    const boardId = form.optionalText('boardId')
    const input = validateForm(RoadmapCreate, {
      title: form.text('title'),
      description: form.text('description'),
      status: form.text('status'),
      targetDelivery: parseTargetDelivery(form),
      ...(boardId !== undefined && { boardId }),
    })
    const { id, status } = await write((tx) => createRoadmapItem(tx, input))
    return redirectWithFlash(
      `${home}/roadmap/${id}${boardQuery(url.searchParams)}`,
      messages.created({ status: messages.statuses[status] }),
    )
  },
})

export const meta = ({ loaderData }: { loaderData?: NewItemData }) => [
  { title: `${messages.newTitle} · ${loaderData?.workspace ?? ''}` },
]

const statuses = ['planned', 'in_progress', 'done', 'closed'] as const

export default function NewItem({ loaderData }: { loaderData: NewItemData }) {
  const [query] = useSearchParams()
  const { home, boards } = loaderData
  const closeTo = `${home}${boardQuery(query)}`
  return (
    <SidePanel closeTo={closeTo} title={messages.newTitle}>
      <p className="-mt-2 text-13 text-muted">{messages.newText}</p>
      {boards.length === 0 ? (
        <Notice tone="warning" title={messages.noBoard}>
          <p>{messages.noBoardText}</p>
        </Notice>
      ) : (
        <NewForm {...loaderData} closeTo={closeTo} />
      )}
    </SidePanel>
  )
}

function NewForm({ boards, today, closeTo }: NewItemData & { closeTo: string }) {
  const [query] = useSearchParams()
  const board = boards.find(({ id }) => id === parseBoardFilter(query).boardId) ?? boards[0]!
  const status = statuses.find((status) => status === query.get('status')) ?? 'planned'
  return (
    <ActionForm intent="create" guard draftKey="roadmap:new">
      <Field name="title" label={messages.titleLabel}>
        <TextInput maxLength={200} required autoFocus dir="auto" />
      </Field>
      <Field name="description" label={messages.descriptionLabel} optional>
        <TextArea maxLength={10_000} dir="auto" />
      </Field>
      <Field name="status" label={messages.statusLabel}>
        <Select defaultValue={status} options={statuses.map((value) => ({ value, label: messages.statuses[value] }))} />
      </Field>
      <TargetFields target={null} today={today} />
      {boards.length > 1 ? (
        <Field name="boardId" label={messages.boardLabel} help={messages.boardHelp}>
          <Select defaultValue={board.id} options={boards.map(({ id, name }) => ({ value: id, label: name }))} />
        </Field>
      ) : (
        <input type="hidden" name="boardId" value={board.id} />
      )}
      <FormActions>
        <SubmitButton>{messages.create}</SubmitButton>
        <LinkButton to={closeTo} look="quiet" preventScrollReset>
          {uiMessages.cancel}
        </LinkButton>
      </FormActions>
    </ActionForm>
  )
}
