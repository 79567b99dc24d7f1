import { ArrowRight, GitMerge } from 'lucide-react'
import { Link, useRouteLoaderData } from 'react-router'
import { formatNumber } from '#i18n/format.ts'
import type { MergePreview, MergeSide } from '#server/feedback/merge/preview.ts'
import { LinkButton } from '../../../ui/buttons/button.tsx'
import { StageBadge } from '../../../ui/data/stage-badge.tsx'
import { Time } from '../../../ui/data/time.tsx'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { FormActions, SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { Notice } from '../../../ui/notices/notice.tsx'
import { describeMergeEffects, type MergeEffect, mergeMessages as messages } from '../../messages/requests/merge.ts'

/** Shows both requests side by side, and what the merge changes. */
export function MergePreviewSection({ source, into, after, home }: MergePreview & { home: string }) {
  const isBeingSent = source.issue !== null && source.issue.identifier === null
  return (
    <>
      <div className="merge-sides">
        <Side side={source} label={messages.source} note={messages.goes} home={home} />
        <span className="merge-arrow">
          <ArrowRight aria-hidden />
          <span className="visually-hidden">{messages.arrow}</span>
        </span>
        <Side side={into} label={messages.into} note={messages.stays} home={home} isTarget />
      </div>
      <section className="card" aria-labelledby="merge-effects">
        <header className="card-head">
          <h2 id="merge-effects">{messages.what}</h2>
        </header>
        <dl className="merge-effects">
          {describeMergeEffects(source, into, after).map((effect) => (
            <EffectLine key={effect.name} {...effect} />
          ))}
        </dl>
      </section>
      {isBeingSent && <Notice tone="warning">{messages.beingSent}</Notice>}
      <ActionForm intent="merge" fields={{ intoId: into.id, title: source.title }}>
        <FormActions>
          {!isBeingSent && <SubmitButton icon={<GitMerge aria-hidden />}>{messages.confirm}</SubmitButton>}
          <LinkButton to={`${home}/requests/${source.id}/merge`} look="quiet">
            {messages.another}
          </LinkButton>
          <LinkButton to={`${home}/requests/${into.id}/merge?into=${source.id}`} look="quiet">
            {messages.swap}
          </LinkButton>
        </FormActions>
      </ActionForm>
    </>
  )
}

interface SideProps {
  side: MergeSide
  label: string
  /** What the merge does to this request. */
  note: string
  isTarget?: boolean
  home: string
}

function Side({ side, label, note, isTarget, home }: SideProps) {
  const { now, zone } = useRouteLoaderData('root') as { now: string; zone: string }
  return (
    <section className="merge-side" data-target={isTarget ? '' : undefined}>
      <p className="merge-role">
        <b>{label}</b> {note}
      </p>
      <h2 dir="auto">
        <Link className="merge-title" to={`${home}/requests/${side.id}`}>
          {side.title}
        </Link>
      </h2>
      <p className="merge-facts">
        <StageBadge stage={side.stage} />
        <span>{messages.votes({ count: side.votes })}</span>
        <span>{messages.comments({ count: side.comments })}</span>
        <span>{side.board}</span>
        <Time value={side.createdAt} now={now} zone={zone} />
      </p>
    </section>
  )
}

export function EffectLine({ name, sum, text }: MergeEffect) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {sum && (
          <b className="merge-sum">
            {sum.slice(0, -1).map(formatNumber).join(' + ')} → {formatNumber(sum.at(-1)!)}
          </b>
        )}
        <span>{text}</span>
      </dd>
    </div>
  )
}
