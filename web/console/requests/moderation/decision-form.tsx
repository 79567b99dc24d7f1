import { Ban, Check, X } from 'lucide-react'
import { Form } from 'react-router'
import { Button, LinkButton } from '../../../ui/buttons/button.tsx'
import { Kbd } from '../../../ui/data/badge.tsx'
import { moderationMessages as messages } from '../../messages/requests/moderation.ts'
import { reviewMessages } from '../../messages/requests/review.ts'
import { NotifyOptions, readSentChoice, type SentChoice } from '../../notify/notify-options.tsx'
import type { PendingStageChange } from '../stage-changes/pending-stage-change.ts'
import type { ReviewCardProps } from './review-card.tsx'
import { type DecisionKey, evidenceOf, intentFor, type ReviewItem } from './review-item.ts'

const decisions = [
  { key: 'a', icon: Check, text: messages.approve, onReport: reviewMessages.keep },
  { key: 'r', icon: X, text: messages.reject, onReport: reviewMessages.remove },
  { key: 's', icon: Ban, text: messages.spam, onReport: '' },
] as const satisfies { key: DecisionKey; icon: unknown; text: string; onReport: string }[]

type DecisionFormProps = Pick<
  ReviewCardProps,
  'home' | 'can' | 'seenAt' | 'skipTo' | 'recipients' | 'notifies' | 'onSkip' | 'onDecide'
> & {
  item: ReviewItem
}

const decisionFormId = 'review-decision'

/** Reads the choice of the item being reviewed, for a decision by key. */
export const readDecisionChoice = (): SentChoice =>
  readSentChoice(document.querySelector<HTMLFormElement>(`#${decisionFormId}`))

/** The buttons that decide on the item being reviewed. */
export function DecisionForm(props: DecisionFormProps) {
  const { item, home, can, seenAt, skipTo, onSkip, onDecide } = props
  const reviewUrl = `${home}/requests/review`
  const offered = can.triage ? decisions.filter(({ key }) => intentFor(item, key) !== undefined) : []
  return (
    <Form
      method="post"
      action={reviewUrl}
      id={decisionFormId}
      className="review-decision"
      aria-label={messages.decide}
      onSubmit={(event) => {
        event.preventDefault()
        const { value } = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement
        onDecide(value as PendingStageChange['intent'])
      }}
    >
      <input type="hidden" name="id" value={item.id} />
      {Object.entries(evidenceOf(item, seenAt)).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name="next" value={reviewUrl} />
      <input type="hidden" name="back" value={`${reviewUrl}?request=${item.id}`} />
      {offered.map(({ key, icon: Icon, text, onReport }) => (
        <Button
          key={key}
          type="submit"
          name="intent"
          value={intentFor(item, key)}
          look={key === 'a' ? 'primary' : 'normal'}
          icon={<Icon aria-hidden />}
          aria-keyshortcuts={key}
        >
          {item.kind === 'report' ? (item.isRemoved ? reviewMessages.close : onReport) : text}
          <span className="review-key" aria-hidden>
            <Kbd>{key}</Kbd>
          </span>
        </Button>
      ))}
      {skipTo && (
        <LinkButton className="ms-auto" look="quiet" to={skipTo} preventScrollReset onClick={onSkip}>
          {messages.skip}
        </LinkButton>
      )}
      {(item.kind === 'request' || item.kind === 'comment') && can.triage && (
        <NotifyOptions
          key={item.id}
          recipients={{ count: props.recipients[item.id] ?? 0, isCapped: false }}
          byDefault={props.notifies}
          hasNote={item.kind === 'request'}
        />
      )}
    </Form>
  )
}
