import { Copy, Ellipsis, Trash2 } from 'lucide-react'
import type { Entry } from '#server/changelog/schema.ts'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { Menu, MenuButton, MenuForm, MenuSeparator } from '../../ui/overlays/menu.tsx'
import { deleteEntryMessages, editorMessages } from '../messages/changelog.ts'

interface EntryMenuProps {
  entry: Pick<Entry, 'state' | 'reactions' | 'comments'>
  can: { write: boolean; delete: boolean }
}

/** Shows a menu to duplicate or delete an entry. */
export function EntryMenu({ entry: { state, reactions, comments }, can }: EntryMenuProps) {
  const isPublished = state === 'published'
  const reactionCount = Object.values(reactions).reduce((sum, count) => sum + count, 0)
  return (
    <>
      <Menu label={editorMessages.more} iconOnly icon={<Ellipsis aria-hidden />} align="end">
        {can.write && (
          <MenuForm intent="duplicate" icon={<Copy aria-hidden />}>
            {editorMessages.duplicate}
          </MenuForm>
        )}
        {can.delete && (
          <>
            <MenuSeparator />
            <MenuButton opens="delete-entry" tone="danger" icon={<Trash2 aria-hidden />}>
              {editorMessages.delete}
            </MenuButton>
          </>
        )}
      </Menu>
      <ConfirmDialog
        id="delete-entry"
        intent="delete"
        title={isPublished ? deleteEntryMessages.publishedTitle : deleteEntryMessages.draftTitle}
        description={
          isPublished
            ? deleteEntryMessages.publishedText({ reactions: reactionCount, comments })
            : deleteEntryMessages.draftText
        }
        confirm={deleteEntryMessages.confirm}
      />
    </>
  )
}
