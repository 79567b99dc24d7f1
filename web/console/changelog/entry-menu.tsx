import { Copy, Ellipsis, Trash2 } from 'lucide-react'
import type { Entry } from '#server/changelog/schema.ts'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { Menu, MenuButton, MenuForm, MenuLine } from '../../ui/overlays/menu.tsx'
import { editor, removal } from '../messages/changelog.ts'

interface EntryMenuProps {
  entry: Pick<Entry, 'state' | 'reactions' | 'comments'>
  can: { write: boolean; delete: boolean }
}

/** What is done with an entry as a whole, and seldom. */
export function EntryMenu({ entry: { state, reactions, comments }, can }: EntryMenuProps) {
  const isPublished = state === 'published'
  const reacted = Object.values(reactions).reduce((sum, count) => sum + count, 0)
  return (
    <>
      <Menu label={editor.more} iconOnly icon={<Ellipsis aria-hidden />} align="end">
        {can.write && (
          <MenuForm intent="duplicate" icon={<Copy aria-hidden />}>
            {editor.duplicate}
          </MenuForm>
        )}
        {can.delete && (
          <>
            <MenuLine />
            <MenuButton opens="delete-entry" tone="danger" icon={<Trash2 aria-hidden />}>
              {editor.delete}
            </MenuButton>
          </>
        )}
      </Menu>
      <ConfirmDialog
        id="delete-entry"
        intent="delete"
        title={isPublished ? removal.publishedTitle : removal.draftTitle}
        description={isPublished ? removal.publishedText(reacted, comments) : removal.draftText}
        confirm={removal.confirm}
      />
    </>
  )
}
