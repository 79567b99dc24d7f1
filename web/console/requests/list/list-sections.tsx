import { Inbox, Plus, SearchX } from 'lucide-react'
import { Form, Link, useActionData } from 'react-router'
import type { FormErrors } from '#server/console/handlers.ts'
import { LinkButton } from '../../../ui/buttons/button.tsx'
import { Count, KeyHint } from '../../../ui/data/badge.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { EmptyState } from '../../../ui/notices/empty-state.tsx'
import { Notice } from '../../../ui/notices/notice.tsx'
import { requestListMessages as messages } from '../../messages/requests/list.ts'
import { ViewMarks } from '../views/view-controls.tsx'
import { formatListFilter, type RequestListFilter } from './list-filter.ts'
import type { RequestListData } from './page.tsx'

export function RequestListHeader(props: RequestListData & { isBeside: boolean }) {
  const { home, counts, isBeside, view } = props
  const size = isBeside ? ({ size: 'sm' } as const) : {}
  return (
    <PageHeader
      title={view?.name ?? messages.title}
      marks={<ViewMarks {...props} listUrl={`${home}/requests`} />}
      actions={
        <>
          {counts.byStage.pending > 0 && (
            <LinkButton to={`${home}/requests/review`} prefetch="intent" {...size}>
              {messages.review}
              <Count value={counts.byStage.pending} waiting />
            </LinkButton>
          )}
          <LinkButton
            to={`${home}/requests/new`}
            look={isBeside ? 'normal' : 'primary'}
            icon={<Plus aria-hidden />}
            {...size}
          >
            {messages.create}
          </LinkButton>
        </>
      }
    />
  )
}

/** Shows why a form was rejected when the page runs without script. With script, a toast says so. */
export function ActionErrorNotice() {
  const result = useActionData<{ formErrors?: FormErrors }>()
  if (!result?.formErrors) return null
  const { message, errors } = result.formErrors
  return (
    <div className="pb-3" role="alert">
      <Notice tone="danger">{message ?? Object.values(errors).join(' ')}</Notice>
    </div>
  )
}

interface EmptyRequestListProps {
  home: string
  filter: RequestListFilter
  isFirst: boolean
  /** The number of requests in the workspace. */
  total: number
}

export function EmptyRequestList({ home, filter, isFirst, total }: EmptyRequestListProps) {
  if (total === 0) {
    return (
      <EmptyState
        icon={<Inbox />}
        title={messages.empty.title}
        actions={<LinkButton to={`${home}/requests/new`}>{messages.create}</LinkButton>}
      >
        {messages.empty.text}
      </EmptyState>
    )
  }
  const label = isFirst ? messages.nothing.clear : messages.toFirst
  return (
    <EmptyState
      icon={<SearchX />}
      title={messages.nothing.title}
      actions={
        <LinkButton to={`${home}/requests${isFirst ? '' : formatListFilter(filter)}`} preventScrollReset>
          {label}
        </LinkButton>
      }
    >
      {filter.search ? messages.nothing.search({ text: filter.search }) : messages.nothing.filter}
    </EmptyState>
  )
}

export function RequestListFooter({ home, isFirst, filter, listUrl, can }: RequestListData & { listUrl: string }) {
  return (
    <footer className="request-list-foot">
      {!isFirst && (
        <Link className="text-link" to={`${listUrl}${formatListFilter(filter)}`}>
          {messages.toFirst}
        </Link>
      )}
      {can.export && (
        <Form method="post" action={`${home}/requests/export`} reloadDocument>
          <input type="hidden" name="intent" value="export" />
          <input type="hidden" name="query" value={formatListFilter(filter)} />
          <button type="submit" className="text-link">
            {messages.export}
          </button>
        </Form>
      )}
      <span className="request-keys">
        <KeyHint keys={['j', 'k']}>{messages.keys.move}</KeyHint>
        <KeyHint keys={['↵']}>{messages.keys.open}</KeyHint>
        <KeyHint keys={['e']}>{messages.keys.edit}</KeyHint>
        {can.triage && <KeyHint keys={['s']}>{messages.keys.stage}</KeyHint>}
        {can.triage && <KeyHint keys={['a', 't', 'b']}>{messages.keys.organize}</KeyHint>}
        {can.triage && <KeyHint keys={['x']}>{messages.keys.select}</KeyHint>}
        {can.triage && <KeyHint keys={['z']}>{messages.keys.undo}</KeyHint>}
        <KeyHint keys={['/']}>{messages.keys.search}</KeyHint>
      </span>
    </footer>
  )
}
