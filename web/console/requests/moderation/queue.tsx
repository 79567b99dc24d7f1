import { CircleCheck } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { LinkButton } from '../../../ui/buttons/button.tsx'
import { KeyHint } from '../../../ui/data/badge.tsx'
import { LoadMore } from '../../../ui/data/load-more.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { SplitView } from '../../../ui/layout/split-view.tsx'
import { focusFirst, isFocusLost } from '../../../ui/lib/focus.ts'
import { useShortcuts } from '../../../ui/lib/use-shortcuts.ts'
import { EmptyState } from '../../../ui/notices/empty-state.tsx'
import { describeWaiting, moderationMessages as messages } from '../../messages/requests/moderation.ts'
import { ActionErrorNotice } from '../list/list-sections.tsx'
import type { PendingStageChange } from '../stage-changes/pending-stage-change.ts'
import { useStageChanges } from '../stage-changes/use-stage-changes.tsx'
import { CommentCard } from './comment-card.tsx'
import { readDecisionChoice } from './decision-form.tsx'
import { EditCard } from './edit-card.tsx'
import type { ModerationPageData } from './page.tsx'
import { pickButtonId } from './pick-menu.tsx'
import { QueueList } from './queue-list.tsx'
import { ReviewCard, type ReviewCardProps } from './review-card.tsx'
import { type DecisionKey, evidenceOf, intentFor, pageOf, type ReviewItem, titleOf } from './review-item.ts'
import { approvedStages, firstStageDigit } from './review-tools.tsx'

/** Reviews one request at a time, beside the queue. Shows the next one before the server has answered. */
export function ModerationQueue(props: ModerationPageData) {
  const { home, next } = props
  const reviewUrl = `${home}/requests/review`
  const stageChanges = useStageChanges(reviewUrl)
  const decided = new Set(stageChanges.pending.filter(decides).flatMap(({ ids }) => ids))
  const queue = props.queue.filter(({ id }) => !decided.has(id))
  const count = Math.max(props.count - (props.queue.length - queue.length), queue.length)
  const { focused, index, focus } = useFocus(props, queue)
  // All loaded items are decided before the server has sent the next ones.
  const isLoadingMore = !focused && count > 0 && stageChanges.pending.length > 0
  const nextRequest = queue[index + 1] ?? queue[index - 1]
  const decide: ReviewCardProps['onDecide'] = (intent, choice) => {
    if (!focused) return
    const change: PendingStageChange = {
      ids: [focused.id],
      intent,
      ...choice,
      ...evidenceOf(focused, props.seenAt),
      ...(emailing.has(intent) && readDecisionChoice()),
      next: `${reviewUrl}?request=${focused.id}`,
    }
    stageChanges.send(change)
    if (!decides(change)) return
    focus(nextRequest?.id)
    hasDecided.current = true
  }
  const decideByKey = (key: DecisionKey) => {
    const intent = focused && intentFor(focused, key)
    if (intent) decide(intent)
  }
  const hasDecided = useFocusAfterDecision()
  const navigate = useNavigate()
  const open = () => focused && navigate(pageOf(focused, home))
  useShortcuts({
    z: stageChanges.undoLast,
    ...(focused && {
      a: () => decideByKey('a'),
      r: () => decideByKey('r'),
      s: () => decideByKey('s'),
      j: () => focus((queue[index + 1] ?? focused).id),
      k: () => focus((queue[index - 1] ?? focused).id),
      o: open,
      Enter: open,
      ...(focused.kind === 'request' && props.can.triage && requestKeys(decide)),
    }),
  })
  return (
    <>
      <PageHeader
        title={messages.title}
        back={{ to: `${home}/requests`, text: messages.back }}
        marks={
          <span className="text-13 text-muted tabular-nums" role="status">
            {count > 0 && describeWaiting(count)}
          </span>
        }
      />
      <ActionErrorNotice />
      <p className="visually-hidden" aria-live="polite">
        {focused
          ? messages.focused({ title: titleOf(focused) })
          : isLoadingMore
            ? messages.loadingMore
            : messages.empty.title}
      </p>
      <div className="pt-4">
        {focused ? (
          <SplitView
            list={
              <>
                <QueueList queue={queue} focusedId={focused.id} reviewUrl={reviewUrl} onFocus={focus} onOpen={open} />
                <LoadMore to={next && `${reviewUrl}?after=${encodeURIComponent(next)}`} />
                <p className="review-keys">
                  <KeyHint keys={['j', 'k']}>{messages.keys.move}</KeyHint>
                  <KeyHint keys={['↵']}>{messages.keys.open}</KeyHint>
                  <KeyHint keys={['m']}>{messages.keys.merge}</KeyHint>
                  <KeyHint keys={['2', '…', '6']}>{messages.keys.approve}</KeyHint>
                  <KeyHint keys={['z']}>{messages.keys.undo}</KeyHint>
                </p>
              </>
            }
            detail={
              <FocusedCard
                {...props}
                item={focused}
                skipTo={nextRequest && nextRequest !== focused ? `${reviewUrl}?request=${nextRequest.id}` : null}
                onSkip={() => focus(nextRequest?.id)}
                onDecide={decide}
              />
            }
          />
        ) : isLoadingMore ? (
          <p className="text-13 text-muted">{messages.loadingMore}</p>
        ) : (
          <EmptyQueue home={home} />
        )}
      </div>
      {stageChanges.senders}
    </>
  )
}

/** The decisions that email people. */
const emailing = new Set<PendingStageChange['intent']>(['approve', 'stage', 'approveComment'])

/** Whether a change takes its request out of the queue. */
const decides = ({ intent }: PendingStageChange): boolean => intent !== 'board' && intent !== 'owner'

/** Keys for a request: digits approve it into a stage, as in the stage menu of the list; letters open a menu. */
function requestKeys(decide: ReviewCardProps['onDecide']): Record<string, () => void> {
  const openMenu = (key: string) => () => document.getElementById(pickButtonId(key))?.click()
  return {
    ...Object.fromEntries(['m', 'p', 'b', 'w'].map((key) => [key, openMenu(key)])),
    ...Object.fromEntries(
      approvedStages.map((stage, index) => [String(index + firstStageDigit), () => decide('stage', { stage })]),
    ),
  }
}

function FocusedCard({ item, ...props }: Omit<ReviewCardProps, 'request'> & { item: ReviewItem }) {
  if (item.kind === 'request') return <ReviewCard {...props} request={item} />
  return item.kind === 'edit' ? <EditCard {...props} item={item} /> : <CommentCard {...props} item={item} />
}

/** Moves focus to the request now shown after a decision, which removes the focused one from the page. */
function useFocusAfterDecision() {
  const hasDecided = useRef(false)
  // A layout effect belongs to the render that removed the request. A passive effect of an earlier render could run first,
  // between the decision and its render, and find the focus still in place.
  useLayoutEffect(() => {
    if (!hasDecided.current) return
    hasDecided.current = false
    if (isFocusLost()) focusFirst(document.querySelector('.review-waiting [aria-current="true"]'))
  })
  return hasDecided
}

/** Tracks the request being reviewed: initially the one in the URL, then the one chosen by key or click. */
function useFocus({ requestedId, focusedId }: ModerationPageData, queue: ModerationPageData['queue']) {
  const [state, setState] = useState({ requestedId, id: focusedId })
  if (state.requestedId !== requestedId) setState({ requestedId, id: focusedId })
  const found = queue.findIndex(({ id }) => id === state.id)
  const index = Math.max(found, 0)
  return {
    focused: queue[index],
    index,
    focus: (id: string | undefined) => setState({ requestedId, id: id ?? null }),
  }
}

function EmptyQueue({ home }: { home: string }) {
  return (
    <EmptyState
      icon={<CircleCheck />}
      title={messages.empty.title}
      actions={<LinkButton to={`${home}/requests`}>{messages.empty.action}</LinkButton>}
    >
      {messages.empty.text}
    </EmptyState>
  )
}
