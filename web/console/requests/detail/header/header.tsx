import { ArrowLeft, Ellipsis, ExternalLink, GitMerge, Pencil, Trash2, X } from 'lucide-react'
import { Link } from 'react-router'
import { CopyButton } from '../../../../ui/buttons/copy-button.tsx'
import { Menu, MenuButton, MenuLine, MenuLink } from '../../../../ui/overlays/menu.tsx'
import { Time } from '../../../../ui/data/time.tsx'
import { editing, request as words } from '../../../messages/requests/detail.ts'
import { deleteDialogId } from './delete-dialog.tsx'
import { IconLink } from './icon-link.tsx'
import type { Detail } from '../load.ts'
import { ModerationControl } from './moderation-control.tsx'
import type { Surroundings } from '../page.tsx'
import { personName } from '../person-name.ts'
import { StageControl } from './stage-control.tsx'

export const editLinkId = 'request-edit'

type HeadProps = Detail & Surroundings & { isEditing: boolean }

export function RequestHead(props: HeadProps) {
  const { request, home, list, isEditing, can, here } = props
  const { feedback, submitter } = request
  return (
    <header className="request-head">
      <div className="request-bar">
        <Link className="page-head-back lg:hidden" to={`${home}/requests${list}`}>
          <ArrowLeft size={16} aria-hidden />
          {words.back}
        </Link>
        <div className="request-controls">
          <StageControl feedback={feedback} here={here} may={can.triage} />
          {can.triage && <ModerationControl feedback={feedback} here={here} />}
        </div>
        <HeadActions {...props} />
      </div>
      <h1 id="request-title" className={isEditing ? 'visually-hidden' : 'request-title'} dir="auto">
        {isEditing ? editing.heading(feedback.title) : feedback.title}
      </h1>
      <p className="request-meta">
        <span>{feedback.board.name}</span>
        <span>
          {words.askedBy}{' '}
          {submitter ? (
            <Link className="text-link" to={`${home}/customers/${submitter.id}`} dir="auto">
              {personName(submitter)}
            </Link>
          ) : (
            words.anonymous
          )}
        </span>
        <span>
          <Time value={feedback.createdAt} now={props.now} zone={props.zone} />
        </span>
      </p>
    </header>
  )
}

function HeadActions({ request: { feedback }, address, portalAddress, home, list, here, can, isEditing }: HeadProps) {
  return (
    <div className="request-actions">
      {can.edit && !isEditing && (
        <IconLink
          id={editLinkId}
          to={`${here}${here.includes('?') ? '&' : '?'}edit=1`}
          label={words.edit}
          icon={<Pencil aria-hidden />}
          keys="e"
        />
      )}
      {portalAddress !== null && (
        <IconLink to={portalAddress} label={words.viewOnPortal} icon={<ExternalLink aria-hidden />} />
      )}
      <CopyButton value={address} label={words.copyLink} iconOnly size="sm" look="quiet" />
      {(can.merge || can.delete) && (
        <Menu label={words.actions} iconOnly icon={<Ellipsis aria-hidden />} size="sm" align="end">
          {can.merge && (
            <MenuLink to={`${home}/requests/${feedback.id}/merge`} icon={<GitMerge aria-hidden />}>
              {words.merge}
            </MenuLink>
          )}
          {can.delete && (
            <>
              <MenuLine />
              <MenuButton opens={deleteDialogId} tone="danger" icon={<Trash2 aria-hidden />}>
                {words.remove}
              </MenuButton>
            </>
          )}
        </Menu>
      )}
      <span className="max-lg:hidden">
        <IconLink to={`${home}/requests${list}`} label={words.close} icon={<X aria-hidden />} />
      </span>
    </div>
  )
}
