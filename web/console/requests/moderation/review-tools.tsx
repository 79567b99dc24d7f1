import { CircleUser, GitMerge, LayoutList } from 'lucide-react'
import { Link } from 'react-router'
import type { MergeTarget } from '#server/feedback/search/similar.ts'
import { StageIcon } from '../../../ui/data/stage-badge.tsx'
import { type Stage, stageLabels } from '../../../ui/messages.ts'
import { moderationMessages as messages } from '../../messages/requests/moderation.ts'
import { PickMenu } from './pick-menu.tsx'
import type { ReviewCardProps } from './review-card.tsx'

/** The stages that a request can be approved into, in the order of the list's stage menu. */
export const approvedStages = (Object.keys(stageLabels) as Stage[]).filter((stage) => stage !== 'pending')

/** Pending has the first digit there. */
export const firstStageDigit = 2

interface ReviewToolsProps
  extends Pick<ReviewCardProps, 'home' | 'request' | 'boards' | 'members' | 'seenAt' | 'onDecide'> {
  /** Null while they are loading. */
  targets: MergeTarget[] | null
}

/** Merges the request, approves it into a stage, and sets its board and owner, each with one key and a choice. */
export function ReviewTools({ home, request, boards, members, seenAt, targets, onDecide }: ReviewToolsProps) {
  const reviewUrl = `${home}/requests/review`
  const form = {
    action: reviewUrl,
    name: 'choice',
    fields: { id: request.id, seenAt, next: reviewUrl, back: `${reviewUrl}?request=${request.id}` },
  }
  const owner = members.find(({ id }) => id === request.ownerId)
  return (
    <section className="review-part review-tools" aria-label={messages.tools}>
      <PickMenu
        shortcut="m"
        label={messages.mergeTargets}
        icon={<GitMerge aria-hidden />}
        confirms
        options={(targets ?? []).map(({ id, title, stage, votes }) => ({
          value: id,
          label: <bdi>{title}</bdi>,
          icon: <StageIcon stage={stage} />,
          note: messages.voteCount({ count: votes }),
        }))}
        form={{ ...form, intent: 'merge' }}
        onPick={(choice) => onDecide('merge', { choice })}
        footer={
          <>
            {targets === null && <p className="review-menu-text">{messages.searching}</p>}
            {targets?.length === 0 && <p className="review-menu-text">{messages.noTargets}</p>}
            <Link className="menu-item" to={`${home}/requests/${request.id}/merge`}>
              {messages.searchTarget}
            </Link>
          </>
        }
      >
        {messages.mergeKey}
      </PickMenu>
      <PickMenu
        shortcut="p"
        label={messages.approveInto}
        options={approvedStages.map((stage) => ({
          value: stage,
          label: stageLabels[stage],
          icon: <StageIcon stage={stage} />,
        }))}
        firstDigit={firstStageDigit}
        form={{ ...form, name: 'stage', intent: 'stage' }}
        onPick={(stage) => onDecide('stage', { stage: stage as Stage })}
      >
        {messages.approveInto}
      </PickMenu>
      <PickMenu
        shortcut="b"
        label={messages.setBoard}
        icon={<LayoutList aria-hidden />}
        options={boards.map(({ id, name }) => ({
          value: id,
          label: <bdi>{name}</bdi>,
          isCurrent: id === request.board.id,
        }))}
        form={{ ...form, intent: 'board' }}
        onPick={(choice) => onDecide('board', { choice })}
      >
        <bdi>{request.board.name}</bdi>
      </PickMenu>
      <PickMenu
        shortcut="w"
        label={messages.setOwner}
        icon={<CircleUser aria-hidden />}
        options={[
          { value: '', label: messages.noOwner, isCurrent: request.ownerId === null },
          ...members.map(({ id, name }) => ({
            value: id,
            label: <bdi>{name}</bdi>,
            isCurrent: id === request.ownerId,
          })),
        ]}
        firstDigit={0}
        form={{ ...form, intent: 'owner' }}
        onPick={(choice) => onDecide('owner', { choice })}
      >
        {owner ? <bdi>{owner.name}</bdi> : messages.noOwner}
      </PickMenu>
    </section>
  )
}
