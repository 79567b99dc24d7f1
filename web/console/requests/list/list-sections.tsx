import { Inbox, Plus, SearchX } from 'lucide-react'
import { Link, useActionData } from 'react-router'
import { Count, KeyHint } from '../../../ui/data/badge.tsx'
import { LinkButton } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/notices/empty-state.tsx'
import { Notice } from '../../../ui/notices/notice.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import type { Refusal } from '../../../ui/forms/form-errors.ts'
import { requestList as words } from '../../messages/requests/list.ts'
import { type ListFilter, queryOf } from './list-filter.ts'
import type { ListData } from './page.tsx'

export function ListHead({ home, counts, isBeside }: ListData & { isBeside: boolean }) {
  const size = isBeside ? ({ size: 'sm' } as const) : {}
  return (
    <PageHeader
      title={words.title}
      actions={
        <>
          {counts.byStage.pending > 0 && (
            <LinkButton to={`${home}/requests/review`} prefetch="intent" {...size}>
              {words.review}
              <Count value={counts.byStage.pending} waiting />
            </LinkButton>
          )}
          <LinkButton
            to={`${home}/requests/new`}
            look={isBeside ? 'normal' : 'primary'}
            icon={<Plus aria-hidden />}
            {...size}
          >
            {words.create}
          </LinkButton>
        </>
      }
    />
  )
}

/** Why a form without script was refused; with it, that is announced. */
export function Refused() {
  const answer = useActionData<{ refusal?: Refusal }>()
  if (!answer?.refusal) return null
  const { message, errors } = answer.refusal
  return (
    <div className="pb-3" role="alert">
      <Notice tone="danger">{message ?? Object.values(errors).join(' ')}</Notice>
    </div>
  )
}

interface NoRequestsProps {
  home: string
  filter: ListFilter
  isFirst: boolean
  /** Of the workspace. */
  total: number
}

export function NoRequests({ home, filter, isFirst, total }: NoRequestsProps) {
  if (total === 0) {
    return (
      <EmptyState
        icon={<Inbox />}
        title={words.empty.title}
        actions={<LinkButton to={`${home}/requests/new`}>{words.create}</LinkButton>}
      >
        {words.empty.text}
      </EmptyState>
    )
  }
  const back = isFirst ? words.nothing.clear : words.toFirst
  return (
    <EmptyState
      icon={<SearchX />}
      title={words.nothing.title}
      actions={
        <LinkButton to={`${home}/requests${isFirst ? '' : queryOf(filter)}`} preventScrollReset>
          {back}
        </LinkButton>
      }
    >
      {filter.search ? words.nothing.search(filter.search) : words.nothing.filter}
    </EmptyState>
  )
}

export function ListFoot({ isFirst, filter, list, can }: ListData & { list: string }) {
  return (
    <footer className="request-list-foot">
      {!isFirst && (
        <Link className="text-link" to={`${list}${queryOf(filter)}`}>
          {words.toFirst}
        </Link>
      )}
      <span className="request-keys">
        <KeyHint keys={['j', 'k']}>{words.keys.move}</KeyHint>
        <KeyHint keys={['↵']}>{words.keys.open}</KeyHint>
        <KeyHint keys={['e']}>{words.keys.edit}</KeyHint>
        {can.triage && <KeyHint keys={['s']}>{words.keys.stage}</KeyHint>}
        {can.triage && <KeyHint keys={['x']}>{words.keys.select}</KeyHint>}
        {can.triage && <KeyHint keys={['z']}>{words.keys.undo}</KeyHint>}
        <KeyHint keys={['/']}>{words.keys.search}</KeyHint>
      </span>
    </footer>
  )
}
