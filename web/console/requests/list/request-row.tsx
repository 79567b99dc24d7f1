import { Ellipsis, MapIcon, MessageSquare, SquareArrowOutUpRight } from 'lucide-react'
import { type MouseEvent, memo } from 'react'
import type { ConsoleFeedbackSummary } from '#server/feedback/console/list.ts'
import { Avatar } from '../../../ui/data/avatar.tsx'
import { Tag } from '../../../ui/data/badge.tsx'
import { Row } from '../../../ui/data/list-row.tsx'
import { NumberText } from '../../../ui/data/number-text.tsx'
import { StageBadge } from '../../../ui/data/stage-badge.tsx'
import { Time } from '../../../ui/data/time.tsx'
import { useHydrated } from '../../../ui/lib/use-hydrated.ts'
import { stageLabels } from '../../../ui/messages.ts'
import { requestListMessages as messages } from '../../messages/requests/list.ts'
import { usePrefetchOnIntent } from '../prefetch/use-prefetch.ts'
import { bulkFormId } from './bulk-form-id.ts'
import { stageMenuId } from './stage-menu.tsx'
import { rowId } from './use-loaded-rows.tsx'

export interface RequestRowProps {
  request: ConsoleFeedbackSummary
  href: string
  now: string
  zone: string
  isSelected: boolean
  isActive: boolean
  isOpen: boolean
  can: { triage: boolean }
  /** Must stay the same object, or every row would render again. */
  handlers: RowHandlers
}

export interface RowHandlers {
  /** Handles a click on the link. */
  onOpen: (event: MouseEvent<HTMLAnchorElement>, id: string) => void
  onSelect: (id: string, range: boolean) => void
  onActive: (id: string) => void
  /** Opens the menu of the row. */
  onMenu: (id: string) => void
}

/**
 * Renders a request in the list. Uses a plain link: each `Link` of the router renders again on every navigation, and rendering
 * 25 of them takes longer than rendering the request that is opened.
 */
export const RequestRow = memo((props: RequestRowProps) => {
  const { request, href, isSelected, isActive, isOpen, handlers } = props
  const prefetch = usePrefetchOnIntent(href, isOpen)
  return (
    <Row
      id={rowId(request.id)}
      isSelected={isSelected}
      isActive={isActive}
      start={<RowStart {...props} />}
      title={
        <a
          className="row-link"
          href={href}
          title={request.title}
          aria-current={isOpen ? 'true' : undefined}
          {...prefetch}
          onFocus={(event) => {
            handlers.onActive(request.id)
            prefetch.onFocus(event)
          }}
          onClick={(event) => {
            prefetch.onClick()
            handlers.onOpen(event, request.id)
          }}
          dir="auto"
        >
          {request.title}
        </a>
      }
      meta={(request.excerpt || request.tags.length > 0) && <RowMeta {...request} />}
      end={<RowFacts {...props} />}
    />
  )
})

// More would leave no room for the text.
const maxTags = 2

function RowMeta({ excerpt, tags }: Pick<ConsoleFeedbackSummary, 'excerpt' | 'tags'>) {
  return (
    <>
      {tags.length > 0 && (
        <span className="request-tags" title={tags.map(({ name }) => name).join(', ')}>
          {tags.slice(0, maxTags).map((tag) => (
            <Tag key={tag.id} color={tag.color}>
              {tag.name}
            </Tag>
          ))}
          {tags.length > maxTags && messages.moreTags({ count: tags.length - maxTags })}
        </span>
      )}
      {excerpt && (
        <span className="truncate" dir="auto">
          {excerpt}
        </span>
      )}
    </>
  )
}

function RowStart({ request, isSelected, can, handlers }: RequestRowProps) {
  return (
    <>
      {can.triage && (
        <label className="request-box">
          <input
            type="checkbox"
            className="box"
            form={bulkFormId}
            name="id"
            value={request.id}
            autoComplete="off"
            aria-label={messages.select({ title: request.title })}
            checked={isSelected}
            onChange={(event) => handlers.onSelect(request.id, (event.nativeEvent as PointerEvent).shiftKey === true)}
          />
        </label>
      )}
      <span className="request-votes">
        <NumberText value={request.votes} compact /> <span>{messages.votes({ count: request.votes })}</span>
      </span>
    </>
  )
}

function RowFacts({ request, now, zone, can, handlers }: RequestRowProps) {
  const { stage, board, submitter, comments, owner } = request
  const isHydrated = useHydrated()
  const onActive = () => handlers.onActive(request.id)
  return (
    <>
      <span className="request-stage">
        <StageControl request={request} isEditable={isHydrated && can.triage} onActive={onActive} />
      </span>
      <span className="request-who">
        <span className="request-submitter truncate" title={submitter ?? undefined}>
          {submitter ?? messages.anonymous}
        </span>
        <span className="request-board truncate" title={board.name}>
          {board.name}
        </span>
      </span>
      <span className="request-marks">
        {owner && (
          <span title={messages.ownedBy({ name: owner.name })}>
            <Avatar name={owner.name} size="sm" />
            <span className="visually-hidden">{messages.ownedBy({ name: owner.name })}</span>
          </span>
        )}
        {request.roadmapItemId && stage !== 'pending' && <MapIcon role="img" aria-label={messages.onRoadmap} />}
        {request.isInTracker && <SquareArrowOutUpRight role="img" aria-label={messages.inTracker} />}
        {comments > 0 && (
          <span className="request-comments">
            <MessageSquare aria-hidden />
            <NumberText value={comments} compact />
            <span className="visually-hidden"> {messages.comments({ count: comments })}</span>
          </span>
        )}
      </span>
      <span className="request-time">
        <Time value={request.createdAt} now={now} zone={zone} />
      </span>
      {isHydrated && can.triage && (
        <button
          type="button"
          className="request-row-menu"
          aria-label={messages.actionsFor({ title: request.title })}
          onClick={() => {
            onActive()
            handlers.onMenu(request.id)
          }}
        >
          <Ellipsis aria-hidden />
        </button>
      )}
    </>
  )
}

interface StageControlProps {
  request: ConsoleFeedbackSummary
  /** False without script, where the form below the list changes the stage. */
  isEditable: boolean
  onActive: () => void
}

function StageControl({ request: { stage }, isEditable, onActive }: StageControlProps) {
  if (!isEditable) return <StageBadge stage={stage} look="plain" />
  return (
    <button
      type="button"
      className="request-stage-button"
      popoverTarget={stageMenuId}
      aria-label={messages.changeStage({ stage: stageLabels[stage] })}
      onClick={onActive}
    >
      <StageBadge stage={stage} look="plain" />
    </button>
  )
}
