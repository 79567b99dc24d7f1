import { ArrowLeft, Ellipsis, ExternalLink, GitMerge, Pencil, Reply, Trash2, X } from 'lucide-react'
import { Link } from 'react-router'
import { CopyButton } from '../../../../ui/buttons/copy-button.tsx'
import { ActionForm } from '../../../../ui/forms/action-form.tsx'
import { SubmitButton } from '../../../../ui/forms/form-buttons.tsx'
import { Menu, MenuButton, MenuLink, MenuSeparator } from '../../../../ui/overlays/menu.tsx'
import { notifyMessages } from '../../../messages/notify.ts'
import { editMessages, requestMessages as messages } from '../../../messages/requests/detail.ts'
import { composerId, startWriting } from '../comments/composer.tsx'
import { RequestFacts } from '../facts/facts.tsx'
import type { RequestDetail } from '../load.ts'
import { deleteDialogId } from '../load-on-use-ids.ts'
import type { SharedProps } from '../page.tsx'
import { IconLink } from './icon-link.tsx'
import { DecisionItems, ModerationControl } from './moderation-control.tsx'
import { StageControl } from './stage-control.tsx'

export const editLinkId = 'request-edit'

type RequestHeaderProps = RequestDetail & SharedProps & { isEditing: boolean }

export function RequestHeader(props: RequestHeaderProps) {
  const { request, item, home, listQuery, isEditing, can, pageUrl, seenAt, mail } = props
  const { feedback } = request
  return (
    <header className="request-head">
      <div className="request-bar">
        <Link className="page-head-back lg:hidden" to={`${home}/requests${listQuery}`}>
          <ArrowLeft size={16} aria-hidden />
          {messages.back}
        </Link>
        <div className="request-controls">
          <StageControl
            feedback={feedback}
            pageUrl={pageUrl}
            canEdit={can.triage}
            isOnRoadmap={item !== null}
            recipients={mail.stages}
            notifies={mail.notifies.notifiesStages}
          />
          {can.triage && (
            <ModerationControl
              feedback={feedback}
              pageUrl={pageUrl}
              seenAt={seenAt}
              recipients={mail.stages}
              notifies={mail.notifies.notifiesApprovals}
            />
          )}
        </div>
        <RequestHeaderActions {...props} />
      </div>
      <h1 id="request-title" className={isEditing ? 'visually-hidden' : 'request-title'} dir="auto">
        {isEditing ? editMessages.heading({ title: feedback.title }) : feedback.title}
      </h1>
      {mail.waiting && (
        <ActionForm
          className="request-waiting"
          intent="dontEmail"
          fields={{ request: mail.waiting.requestId, next: pageUrl }}
        >
          {mail.waiting.text}
          <SubmitButton look="normal" size="sm">
            {notifyMessages.dontEmail}
          </SubmitButton>
        </ActionForm>
      )}
      <RequestFacts {...props} />
    </header>
  )
}

function RequestHeaderActions({
  request: { feedback },
  address,
  portalAddress,
  home,
  listQuery,
  pageUrl,
  can,
  isEditing,
  seenAt,
  mail,
}: RequestHeaderProps) {
  return (
    <div className="request-actions">
      {can.reply && (
        <IconLink
          to={`${pageUrl}#${composerId}`}
          label={messages.reply}
          icon={<Reply aria-hidden />}
          keys="r"
          onClick={(event) => {
            event.preventDefault()
            startWriting('reply')
          }}
        />
      )}
      {can.edit && !isEditing && (
        <IconLink
          id={editLinkId}
          to={`${pageUrl}${pageUrl.includes('?') ? '&' : '?'}edit=1`}
          label={messages.edit}
          icon={<Pencil aria-hidden />}
          keys="e"
        />
      )}
      {portalAddress !== null && (
        <IconLink to={portalAddress} label={messages.viewOnPortal} icon={<ExternalLink aria-hidden />} />
      )}
      <CopyButton value={address} label={messages.copyLink} iconOnly size="sm" look="quiet" />
      {(can.merge || can.triage || can.delete) && (
        <Menu label={messages.actions} iconOnly icon={<Ellipsis aria-hidden />} size="sm" align="end">
          {can.merge && (
            <MenuLink to={`${home}/requests/${feedback.id}/merge`} icon={<GitMerge aria-hidden />}>
              {messages.merge}
            </MenuLink>
          )}
          {can.triage && feedback.status === 'approved' && (
            <>
              {can.merge && <MenuSeparator />}
              <DecisionItems
                feedback={feedback}
                pageUrl={pageUrl}
                seenAt={seenAt}
                recipients={mail.stages}
                notifies={mail.notifies.notifiesApprovals}
              />
            </>
          )}
          {can.delete && (
            <>
              <MenuSeparator />
              <MenuButton opens={deleteDialogId} tone="danger" icon={<Trash2 aria-hidden />}>
                {messages.remove}
              </MenuButton>
            </>
          )}
        </Menu>
      )}
      <span className="max-lg:hidden">
        <IconLink to={`${home}/requests${listQuery}`} label={messages.close} icon={<X aria-hidden />} />
      </span>
    </div>
  )
}
