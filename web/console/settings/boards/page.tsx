import { Plus } from 'lucide-react'
import { useNavigate } from 'react-router'
import { createBoard } from '#server/boards/create.ts'
import { deleteBoard } from '#server/boards/delete.ts'
import { listBoards } from '#server/boards/list.ts'
import { boardsCan } from '#server/boards/permissions.ts'
import { reorderBoards } from '#server/boards/reorder.ts'
import { BoardCreate, BoardUpdate } from '#server/boards/schema.ts'
import { updateBoard } from '#server/boards/update.ts'
import { done } from '#server/console/flash.ts'
import { checked, type FormInput } from '#server/console/form.ts'
import { acts } from '#server/console/handlers.ts'
import { LinkButton } from '../../../ui/buttons/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { Notice } from '../../../ui/notices/notice.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { boardWords as words } from '../../messages/settings/boards.ts'
import { settings } from '../../messages/settings/common.ts'
import { loadsSettings } from '../settings-loader.ts'
import { BoardForm } from './board-form.tsx'
import { BoardList } from './board-list.tsx'
import { DeleteBoard } from './delete-board-dialog.tsx'
import { withMoved } from './move-before.ts'

export { clientAction } from '../../offline-action.ts'

export const loader = loadsSettings(async ({ scope, url, home, membership }) => ({
  workspace: membership.name,
  here: `${home}/settings/boards`,
  boards: await listBoards(scope),
  /** Which dialog is open: each has an address. */
  opened: {
    edit: url.searchParams.get('edit'),
    remove: url.searchParams.get('delete'),
    isNew: url.searchParams.has('new'),
  },
  can: boardsCan(scope.actor),
}))

export type BoardsPage = Awaited<ReturnType<typeof loader>>

const typed = (form: FormInput) => ({
  name: form.text('name'),
  slug: form.text('slug'),
  acceptsRequests: form.flag('acceptsRequests'),
  isPublic: form.flag('isPublic'),
  moderation: form.text('moderation'),
})

export const action = acts.member({
  create: async ({ form, write, home }) => {
    const board = await write((tx) => createBoard(tx, checked(BoardCreate, typed(form))))
    return done(`${home}/settings/boards`, words.created(board.name), { tone: 'success' })
  },
  update: async ({ form, write, home }) => {
    const input = checked(BoardUpdate, typed(form))
    const { board, isNoneOpen } = await write((tx) => updateBoard(tx, form.id('id'), input))
    const text = isNoneOpen ? words.savedNoneOpen(board.name) : words.saved(board.name)
    return done(`${home}/settings/boards`, text, { tone: isNoneOpen ? 'warning' : 'success' })
  },
  move: async ({ form, write, home }) => {
    await write(async (tx) => {
      const ids = (await listBoards(tx)).map(({ id }) => id)
      await reorderBoards(tx, withMoved(ids, form.id('id'), form.orNull('before')))
    })
    return done(`${home}/settings/boards`, words.dropHere(form.text('name')))
  },
  delete: async ({ form, write, home }) => {
    await write((tx) => deleteBoard(tx, form.id('id')))
    return done(`${home}/settings/boards`, words.removed(form.text('name')))
  },
})

export const meta = ({ loaderData }: { loaderData?: BoardsPage }) => [
  { title: settings.titleOf(settings.areas.boards, loaderData?.workspace ?? '') },
]

export default function Boards({ loaderData: page }: { loaderData: BoardsPage }) {
  const { boards, here, opened } = page
  const add = (
    <LinkButton look="primary" to={`${here}?new`} preventScrollReset icon={<Plus aria-hidden="true" />}>
      {words.add}
    </LinkButton>
  )
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={settings.areas.boards} meta={words.about} actions={add} />
      {!boards.some(({ acceptsRequests }) => acceptsRequests) && (
        <Notice tone="warning" title={words.noneOpen}>
          <p>{words.noneOpenText}</p>
        </Notice>
      )}
      <BoardList boards={boards} here={here} />
      <Opened page={page} key={`${opened.edit} ${opened.remove} ${opened.isNew}`} />
    </div>
  )
}

function Opened({ page: { boards, here, opened } }: { page: BoardsPage }) {
  const navigate = useNavigate()
  const close = () => navigate(here, { preventScrollReset: true })
  const edited = boards.find(({ id }) => id === opened.edit)
  const removed = boards.find(({ id }) => id === opened.remove)
  if (opened.isNew) {
    return (
      <Dialog id="new-board" title={words.addTitle} open onClose={close}>
        <BoardForm intent="create" />
      </Dialog>
    )
  }
  if (edited) {
    return (
      <Dialog id="edit-board" title={words.editTitle(edited.name)} open onClose={close}>
        <BoardForm intent="update" board={edited} />
      </Dialog>
    )
  }
  return removed ? <DeleteBoard board={removed} onClose={close} /> : null
}
