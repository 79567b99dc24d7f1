import './merge.css'
import { GitMerge } from 'lucide-react'
import { useRouteLoaderData } from 'react-router'
import { actionFor, loaderFor } from '#server/console/handlers.ts'
import type { MergeSide } from '#server/feedback/merge/preview.ts'
import { LinkButton } from '../../../ui/buttons/button.tsx'
import { StageBadge } from '../../../ui/data/stage-badge.tsx'
import { Time } from '../../../ui/data/time.tsx'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { RadioGroup } from '../../../ui/forms/choice.tsx'
import { FormActions, SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { EmptyState } from '../../../ui/notices/empty-state.tsx'
import { Notice } from '../../../ui/notices/notice.tsx'
import { mergeMessages } from '../../messages/requests/merge.ts'
import { describeMergeOfSeveral, mergeSelectionMessages as messages } from '../../messages/requests/merge-selection.ts'
import { EffectLine } from './merge-preview.tsx'
import { mergeSelectionActions } from './selection-actions.ts'
import { loadMergeSelection, type MergeSelectionData } from './selection-load.ts'

export { clientAction } from '../../offline-action.ts'

/** Merges several requests that were selected in the list; one of them stays. */
export const loader = loaderFor.member(loadMergeSelection)

export const action = actionFor.member(mergeSelectionActions)

export const meta = ({ loaderData }: { loaderData?: MergeSelectionData }) => [
  { title: `${messages.pageTitle} · ${loaderData?.workspace ?? ''}` },
]

export default function MergeSelectionPage({ loaderData }: { loaderData: MergeSelectionData }) {
  const { requests, back, tooMany } = loaderData
  return (
    <div className="mx-auto flex w-full flex-col gap-6 p-6 max-md:p-4 merge-page">
      <PageHeader
        title={requests.length < 2 ? messages.pageTitle : messages.title({ count: requests.length })}
        {...(requests.length >= 2 && { meta: messages.lead })}
        back={{ to: back, text: messages.back }}
      />
      {tooMany && <Notice tone="warning">{messages.tooMany}</Notice>}
      {requests.length < 2 ? (
        <EmptyState icon={<GitMerge />} title={messages.none.title}>
          {messages.none.text}
        </EmptyState>
      ) : (
        <MergeForm {...loaderData} />
      )}
    </div>
  )
}

function MergeForm({ requests, after, back }: MergeSelectionData) {
  const isBeingSent = requests.some(({ issue }) => issue !== null && issue.identifier === null)
  return (
    <ActionForm intent="merge" fields={{ next: back }}>
      {requests.map(({ id }) => (
        <input key={id} type="hidden" name="id" value={id} />
      ))}
      <RadioGroup
        name="intoId"
        legend={messages.stays}
        look="cards"
        defaultValue={requests[0]!.id}
        options={requests.map((request) => ({
          value: request.id,
          label: <bdi>{request.title}</bdi>,
          help: <Facts {...request} />,
        }))}
      />
      <section className="card" aria-labelledby="merge-effects">
        <header className="card-head">
          <h2 id="merge-effects">{mergeMessages.what}</h2>
        </header>
        <dl className="merge-effects">
          {describeMergeOfSeveral(requests, after).map((effect) => (
            <EffectLine key={effect.name} {...effect} />
          ))}
        </dl>
      </section>
      {isBeingSent && <Notice tone="warning">{messages.beingSent}</Notice>}
      <FormActions>
        {!isBeingSent && (
          <SubmitButton icon={<GitMerge aria-hidden />} autoFocus>
            {messages.confirm({ count: requests.length })}
          </SubmitButton>
        )}
        <LinkButton to={back} look="quiet">
          {messages.cancel}
        </LinkButton>
      </FormActions>
    </ActionForm>
  )
}

function Facts({ stage, votes, comments, board, createdAt }: MergeSide) {
  const { now, zone } = useRouteLoaderData('root') as { now: string; zone: string }
  return (
    <span className="merge-facts">
      <StageBadge stage={stage} look="plain" />
      <span>{mergeMessages.votes({ count: votes })}</span>
      <span>{mergeMessages.comments({ count: comments })}</span>
      <span>{board}</span>
      <Time value={createdAt} now={now} zone={zone} />
    </span>
  )
}
