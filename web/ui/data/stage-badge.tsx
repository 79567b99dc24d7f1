import { type Stage, stageLabels } from '../messages.ts'

/** Draws a stage as a circle that fills up with progress, so that stages differ without color. */
export function StageIcon({ stage }: { stage: Stage }) {
  const isSolid = stage === 'completed' || stage === 'closed'
  return (
    <svg className="stage-mark" data-tone={stage} viewBox="0 0 14 14" fill="none" aria-hidden="true">
      <circle
        cx="7"
        cy="7"
        r={isSolid ? 6.25 : 5.5}
        fill={isSolid ? 'currentColor' : 'none'}
        stroke={isSolid ? 'none' : 'currentColor'}
        strokeWidth="1.5"
        strokeDasharray={stage === 'pending' ? '2 2.32' : undefined}
      />
      {stage === 'in_review' && <circle cx="7" cy="7" r="1.75" fill="currentColor" />}
      {stage === 'planned' && <path d="M7 7V3.75A3.25 3.25 0 0 1 10.25 7Z" fill="currentColor" />}
      {stage === 'in_progress' && <path d="M7 3.75a3.25 3.25 0 0 1 0 6.5Z" fill="currentColor" />}
      {stage === 'completed' && <path d="m4.4 7.2 1.8 1.8 3.4-3.8" {...cutOut} />}
      {stage === 'closed' && <path d="m5 5 4 4m0-4-4 4" {...cutOut} />}
    </svg>
  )
}

/** Renders a stage with its icon. `plain` has no background, for dense lists. */
export function StageBadge({ stage, look }: { stage: Stage; look?: 'plain' }) {
  return (
    <span className="badge" data-tone={stage} data-look={look}>
      <StageIcon stage={stage} />
      <span>{stageLabels[stage]}</span>
    </span>
  )
}

const cutOut = {
  stroke: 'var(--ground-surface)',
  strokeWidth: 1.5,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const
