import { ConfirmDialog } from '../../../../ui/overlays/confirm-dialog.tsx'
import { removing as words } from '../../../messages/requests/detail.ts'
import type { Detail } from '../load.ts'

export const deleteDialogId = 'delete-request'

export function DeleteDialog({ request, tracker }: Detail) {
  const { feedback, roadmapItem, merged, entries, trackerLink } = request
  const issue = trackerLink && { identifier: trackerLink.identifier, tracker: tracker?.name ?? trackerLink.provider }
  const { votes, comments } = feedback
  const going = {
    votes,
    comments,
    hasItem: roadmapItem !== null,
    merged: merged.length,
    entries: entries.length,
    issue,
  }
  return (
    <ConfirmDialog
      id={deleteDialogId}
      intent="delete"
      fields={{ title: feedback.title }}
      title={words.title(feedback.title)}
      description={words.text(going)}
      confirm={words.confirm}
    />
  )
}
