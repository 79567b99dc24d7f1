import { CircleCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { KeyHint } from '../../../ui/data/badge.tsx'
import { LinkButton } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/notices/empty-state.tsx'
import { focusFirst, isFocusLost } from '../../../ui/lib/focus.ts'
import { useKeys } from '../../../ui/lib/use-shortcuts.ts'
import { LoadMore } from '../../../ui/data/load-more.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Split } from '../../../ui/layout/split-view.tsx'
import { moderation as words } from '../../messages/requests/moderation.ts'
import { Refused } from '../list/list-sections.tsx'
import { type SentMove, useMoves } from '../stage-changes/use-stage-changes.tsx'
import type { QueueData } from './page.tsx'
import { ReviewCard } from './review-card.tsx'
import { WaitingList } from './queue-list.tsx'

/** One request at a time, beside those that wait; the next one is there before the server has answered. */
export function Queue(props: QueueData) {
  const { home, next } = props
  const review = `${home}/requests/review`
  const moves = useMoves(review)
  const decided = new Set(moves.pending.flatMap(({ ids }) => ids))
  const queue = props.queue.filter(({ id }) => !decided.has(id))
  const count = Math.max(props.count - (props.queue.length - queue.length), queue.length)
  const { focused, at, focus } = useFocus(props, queue)
  const following = queue[at + 1] ?? queue[at - 1]
  const decide = (intent: SentMove['intent']) => {
    if (!focused) return
    moves.send({ ids: [focused.id], intent, next: `${review}?request=${focused.id}` })
    focus(following?.id)
    hasDecided.current = true
  }
  const hasDecided = useFocusAfterDecision()
  const navigate = useNavigate()
  useKeys({
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
        title={words.title}
        back={{ to: `${home}/requests`, text: words.back }}
        marks={
          <span className="text-13 text-muted tabular-nums" role="status">
            {count > 0 && words.waiting(count)}
          </span>
        }
      />
      <Refused />
      <p className="visually-hidden" aria-live="polite">
        {focused ? words.focused(focused.title) : words.empty.title}
      </p>
      <div className="pt-4">
        {focused ? (
          <Split
            list={
              <>
                <WaitingList queue={queue} focusedId={focused.id} review={review} onFocus={focus} />
                <LoadMore to={next && `${review}?after=${encodeURIComponent(next)}`} />
                <p className="review-keys">
                  <KeyHint keys={['j', 'k']}>{words.keys.move}</KeyHint>
                  <KeyHint keys={['o']}>{words.keys.open}</KeyHint>
                  <KeyHint keys={['z']}>{words.keys.undo}</KeyHint>
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
          <Nothing home={home} />
        )}
      </div>
      {moves.sending}
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
function useFocus({ wanted, focusedId }: QueueData, queue: QueueData['queue']) {
  const [state, setState] = useState({ wanted, id: focusedId })
  if (state.wanted !== wanted) setState({ wanted, id: focusedId })
  const found = queue.findIndex(({ id }) => id === state.id)
  const at = Math.max(found, 0)
  return { focused: queue[at], at, focus: (id: string | undefined) => setState({ wanted, id: id ?? null }) }
}

function Nothing({ home }: { home: string }) {
  return (
    <EmptyState
      icon={<CircleCheck />}
      title={words.empty.title}
      actions={<LinkButton to={`${home}/requests`}>{words.empty.action}</LinkButton>}
    >
      {words.empty.text}
    </EmptyState>
  )
}
