import { Plus } from 'lucide-react'
import { useNavigate } from 'react-router'
import { createBoard } from '#server/boards/create.ts'
import { deleteBoard } from '#server/boards/delete.ts'
import { listBoards } from '#server/boards/list.ts'
import { boardsCan } from '#server/boards/permissions.ts'
import { reorderBoards } from '#server/boards/reorder.ts'
import { BoardCreate, BoardUpdate } from '#server/boards/schema.ts'
import { updateBoard } from '#server/boards/update.ts'
import { redirectWithFlash } from '#server/console/flash.ts'
import { type FormInput, validateForm } from '#server/console/form.ts'
import { actionFor } from '#server/console/handlers.ts'
import { LinkButton } from '../../../ui/buttons/button.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Notice } from '../../../ui/notices/notice.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { boardsMessages as messages } from '../../messages/settings/boards.ts'
import { settingsMessages } from '../../messages/settings/common.ts'
import { settingsLoader } from '../settings-loader.ts'
import { BoardForm } from './board-form.tsx'
import { BoardList } from './board-list.tsx'
import { DeleteBoardDialog } from './delete-board-dialog.tsx'
import { moveBefore } from './move-before.ts'

export { clientAction } from '../../offline-action.ts'

export const loader = settingsLoader(async ({ scope, url, home, membership }) => ({
  workspace: membership.name,
  pageUrl: `${home}/settings/boards`,
  boards: await listBoards(scope),
  /** The open dialog: each has a URL. */
  dialog: {
    edit: url.searchParams.get('edit'),
    remove: url.searchParams.get('delete'),
    isNew: url.searchParams.has('new'),
  },
  can: boardsCan(scope.actor),
}))

export type BoardsPage = Awaited<ReturnType<typeof loader>>

const parseBoardForm = (form: FormInput) => ({
  name: form.text('name'),
  slug: form.text('slug'),
  acceptsRequests: form.flag('acceptsRequests'),
  isPublic: form.flag('isPublic'),
  reviewsNew: form.text('reviewsNew'),
  reviewsComments: form.text('reviewsComments'),
})

export const action = actionFor.member({
  create: async ({ form, write, home }) => {
    const board = await write((tx) => createBoard(tx, validateForm(BoardCreate, parseBoardForm(form))))
    return redirectWithFlash(`${home}/settings/boards`, messages.created({ name: board.name }), { tone: 'success' })
  },
  update: async ({ form, write, home }) => {
    const input = validateForm(BoardUpdate, parseBoardForm(form))
    const { board, hasNoOpenBoard } = await write((tx) => updateBoard(tx, form.id('id'), input))
    const text = hasNoOpenBoard ? messages.savedNoneOpen({ name: board.name }) : messages.saved({ name: board.name })
    return redirectWithFlash(`${home}/settings/boards`, text, { tone: hasNoOpenBoard ? 'warning' : 'success' })
  },
  move: async ({ form, write, home }) => {
    await write(async (tx) => {
      const ids = (await listBoards(tx)).map(({ id }) => id)
      await reorderBoards(tx, moveBefore(ids, form.id('id'), form.textOrNull('before')))
    })
    return redirectWithFlash(`${home}/settings/boards`, messages.moved({ name: form.text('name') }))
  },
  delete: async ({ form, write, home }) => {
    await write((tx) => deleteBoard(tx, form.id('id')))
    return redirectWithFlash(`${home}/settings/boards`, messages.deleted({ name: form.text('name') }))
  },
})

export const meta = ({ loaderData }: { loaderData?: BoardsPage }) => [
  {
    title: settingsMessages.pageTitle({ page: settingsMessages.areas.boards, workspace: loaderData?.workspace ?? '' }),
  },
]

export default function Boards({ loaderData: page }: { loaderData: BoardsPage }) {
  const { boards, pageUrl, dialog } = page
  const add = (
    <LinkButton look="primary" to={`${pageUrl}?new`} preventScrollReset icon={<Plus aria-hidden="true" />}>
      {messages.add}
    </LinkButton>
  )
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={settingsMessages.areas.boards} meta={messages.about} actions={add} />
      {!boards.some(({ acceptsRequests }) => acceptsRequests) && (
        <Notice tone="warning" title={messages.noneOpen}>
          <p>{messages.noneOpenText}</p>
        </Notice>
      )}
      <BoardList boards={boards} pageUrl={pageUrl} />
      <OpenDialog page={page} key={`${dialog.edit} ${dialog.remove} ${dialog.isNew}`} />
    </div>
  )
}

function OpenDialog({ page: { boards, pageUrl, dialog } }: { page: BoardsPage }) {
  const navigate = useNavigate()
  const close = () => navigate(pageUrl, { preventScrollReset: true })
  const edited = boards.find(({ id }) => id === dialog.edit)
  const removed = boards.find(({ id }) => id === dialog.remove)
  if (dialog.isNew) {
    return (
      <Dialog id="new-board" title={messages.addTitle} open onClose={close}>
        <BoardForm intent="create" />
      </Dialog>
    )
  }
  if (edited) {
    return (
      <Dialog id="edit-board" title={messages.editTitle({ name: edited.name })} open onClose={close}>
        <BoardForm intent="update" board={edited} />
      </Dialog>
    )
  }
  return removed ? <DeleteBoardDialog board={removed} onClose={close} /> : null
}
