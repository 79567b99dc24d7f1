import { CircleCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
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
import type { ModerationPageData } from './page.tsx'
import { QueueList } from './queue-list.tsx'
import { ReviewCard } from './review-card.tsx'

/** One request at a time, beside those that wait; the next one is there before the server has answered. */
export function ModerationQueue(props: ModerationPageData) {
  const { home, next } = props
  const review = `${home}/requests/review`
  const moves = useStageChanges(review)
  const decided = new Set(moves.pending.flatMap(({ ids }) => ids))
  const queue = props.queue.filter(({ id }) => !decided.has(id))
  const count = Math.max(props.count - (props.queue.length - queue.length), queue.length)
  const { focused, at, focus } = useFocus(props, queue)
  const following = queue[at + 1] ?? queue[at - 1]
  const decide = (intent: PendingStageChange['intent']) => {
    if (!focused) return
    moves.send({ ids: [focused.id], intent, next: `${review}?request=${focused.id}` })
    focus(following?.id)
    hasDecided.current = true
  }
  const hasDecided = useFocusAfterDecision()
  const navigate = useNavigate()
  useShortcuts({
    z: moves.undoLast,
    ...(focused && {
      a: () => decide('approve'),
      r: () => decide('reject'),
      s: () => decide('spam'),
      j: () => focus((queue[at + 1] ?? focused).id),
      k: () => focus((queue[at - 1] ?? focused).id),
      o: () => navigate(`${home}/requests/${focused.id}`),
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
        {focused ? messages.focused({ title: focused.title }) : messages.empty.title}
      </p>
      <div className="pt-4">
        {focused ? (
          <SplitView
            list={
              <>
                <QueueList queue={queue} focusedId={focused.id} review={review} onFocus={focus} />
                <LoadMore to={next && `${review}?after=${encodeURIComponent(next)}`} />
                <p className="review-keys">
                  <KeyHint keys={['j', 'k']}>{messages.keys.move}</KeyHint>
                  <KeyHint keys={['o']}>{messages.keys.open}</KeyHint>
                  <KeyHint keys={['z']}>{messages.keys.undo}</KeyHint>
                </p>
              </>
            }
            detail={
              <ReviewCard
                {...props}
                request={focused}
                skipTo={following && following !== focused ? `${review}?request=${following.id}` : null}
                onSkip={() => focus(following?.id)}
                onDecide={decide}
              />
            }
          />
        ) : (
          <EmptyQueue home={home} />
        )}
      </div>
      {moves.senders}
    </>
  )
}

/** What was decided goes from the page, with the focus if it was there: that goes to the one that is now in front. */
function useFocusAfterDecision() {
  const hasDecided = useRef(false)
  useEffect(() => {
    if (!hasDecided.current) return
    hasDecided.current = false
    if (isFocusLost()) focusFirst(document.querySelector('.review-waiting [aria-current="true"]'))
  })
  return hasDecided
}

/** The address says where to begin; from then on the keys do. */
function useFocus({ wanted, focusedId }: ModerationPageData, queue: ModerationPageData['queue']) {
  const [state, setState] = useState({ wanted, id: focusedId })
  if (state.wanted !== wanted) setState({ wanted, id: focusedId })
  const found = queue.findIndex(({ id }) => id === state.id)
  const at = Math.max(found, 0)
  return { focused: queue[at], at, focus: (id: string | undefined) => setState({ wanted, id: id ?? null }) }
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
