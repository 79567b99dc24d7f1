import { Download } from 'lucide-react'
import { Button, LinkButton } from '../../../ui/buttons/button.tsx'
import { NumberText } from '../../../ui/data/number-text.tsx'
import { type Column, Table } from '../../../ui/data/table.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Notice } from '../../../ui/notices/notice.tsx'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { importMessages as messages } from '../../messages/settings/import.ts'
import type { ImportPage } from './import-page.tsx'

const undoDialogId = 'undo-import'

// More problems would push the form and the buttons far down.
const maxUnfolded = 10

// An archive has a count for each of its files.
type Resource = keyof typeof messages.resources

interface CountRow {
  resource: Resource
  created: number
  updated: number
  unchanged: number
  failed: number
}

/** Shows what an import did, or would do, with its problems, links and undo. */
export function ResultCards(page: ImportPage) {
  const { current, problems } = page
  const { state } = current
  // In the order of the messages, because jsonb does not preserve order.
  const rows = (Object.keys(messages.resources) as Resource[]).flatMap((resource) => {
    const counts = (current.counts as Partial<Record<Resource, Omit<CountRow, 'resource'>>>)[resource]
    return counts && Object.values(counts).some((count) => count > 0) ? [{ resource, ...counts }] : []
  })
  if (state === 'draft' || (rows.length === 0 && problems.length === 0)) return null
  const isCheck = state === 'checked' || state === 'checking'
  return (
    <>
      {state === 'undone' && (
        <Notice title={messages.undoneTitle}>
          <p>{messages.undoneText(page.undone)}</p>
        </Notice>
      )}
      <Card
        title={isCheck ? messages.checkedTitle : messages.finishedTitle}
        description={isCheck ? messages.nothingWritten : undefined}
        flush
      >
        <CountTable caption={isCheck ? messages.checkedTitle : messages.finishedTitle} rows={rows} />
      </Card>
      {problems.length > 0 && <ProblemsCard {...page} />}
      {(state === 'finished' || state === 'failed' || page.undoUntil) && <Links {...page} />}
    </>
  )
}

function CountTable({ caption, rows }: { caption: string; rows: CountRow[] }) {
  const number = (key: 'created' | 'updated' | 'unchanged' | 'failed', head: string, wideOnly = false) => ({
    ...{ key, head, wideOnly },
    align: 'end' as const,
    cell: (row: CountRow) => <NumberText value={row[key]} />,
  })
  const columns: Column<CountRow>[] = [
    { key: 'resource', head: messages.resource, grows: true, cell: ({ resource }) => messages.resources[resource] },
    number('created', messages.created),
    number('updated', messages.updated),
    number('unchanged', messages.unchanged, true),
    number('failed', messages.refused),
  ]
  return <Table caption={caption} columns={columns} rows={rows} rowKey={({ resource }) => resource} />
}

function ProblemsCard({ problems, current, pageUrl }: ImportPage) {
  const count = current.problems
  const shown = count > problems.length ? ` ${messages.problemsShown({ count: problems.length })}` : ''
  return (
    <Card
      title={messages.problems}
      description={`${messages.problemsText({ count })}${shown}`}
      actions={
        <LinkButton to={`${pageUrl}/${current.id}/problems`} reloadDocument size="sm" icon={<Download aria-hidden />}>
          {messages.downloadProblems}
        </LinkButton>
      }
    >
      <ProblemList problems={problems.slice(0, maxUnfolded)} />
      {problems.length > maxUnfolded && (
        <details className="mt-3">
          <summary className="cursor-pointer text-13 text-accent-ink">
            {messages.moreProblems({ count: problems.length - maxUnfolded })}
          </summary>
          <div className="mt-3">
            <ProblemList problems={problems.slice(maxUnfolded)} />
          </div>
        </details>
      )}
    </Card>
  )
}

function ProblemList({ problems }: Pick<ImportPage, 'problems'>) {
  return (
    <ul className="flex flex-col gap-3">
      {problems.map(({ position, file, line, column, reason }) => (
        <li key={position} className="min-w-0 break-words">
          <p className="text-13 text-muted">
            {[file, line === null ? null : messages.lineNumber({ line })].filter((part) => part !== null).join(', ')}
          </p>
          <p>{column === null ? reason : `“${column}” ${reason}`}</p>
        </li>
      ))}
    </ul>
  )
}

function Links({ home, undoUntil }: ImportPage) {
  return (
    <>
      <div className="flex flex-wrap gap-3">
        <LinkButton to={`${home}/requests`}>{messages.viewRequests}</LinkButton>
        <LinkButton to={`${home}/customers`}>{messages.viewCustomers}</LinkButton>
        <LinkButton to={`${home}/changelog`}>{messages.viewChangelog}</LinkButton>
        {undoUntil && (
          <Button look="danger-quiet" opens={undoDialogId}>
            {messages.undo}
          </Button>
        )}
      </div>
      {undoUntil && (
        <>
          <p className="text-13 text-muted">{messages.undoHint}</p>
          <ConfirmDialog
            id={undoDialogId}
            title={messages.undoTitle}
            description={messages.undoText}
            confirm={messages.undo}
            intent="undo"
          />
        </>
      )}
    </>
  )
}
