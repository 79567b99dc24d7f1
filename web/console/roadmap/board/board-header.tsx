import { Plus } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { LinkButton } from '../../../ui/buttons/button.tsx'
import { SubmitWithoutScript } from '../../../ui/forms/form-buttons.tsx'
import { Select } from '../../../ui/forms/text-input.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { FilterBar } from '../../../ui/layout/toolbar.tsx'
import { roadmapMessages as messages } from '../../messages/roadmap.ts'
import { boardQuery, parseBoardFilter, updateQuery } from '../board-query.ts'
import type { BoardData } from '../page.tsx'
import { formatQuarter } from '../target-delivery.ts'
import { MoveMail } from './move-mail.tsx'

/** Shows the title, the email option for moves, a link to add an item, and the filters. */
export function BoardHeader({ home, boards, quarters, notifies, can }: BoardData) {
  const [query] = useSearchParams()
  return (
    <>
      <PageHeader
        title={messages.title}
        actions={
          can.plan && (
            <>
              <MoveMail notifies={notifies} />
              <LinkButton to={`${home}/new${boardQuery(query)}`} look="primary" icon={<Plus aria-hidden />}>
                {messages.add}
              </LinkButton>
            </>
          )
        }
      />
      <Filters home={home} boards={boards} quarters={quarters} />
    </>
  )
}

function Filters({ home, boards, quarters }: Pick<BoardData, 'home' | 'boards' | 'quarters'>) {
  const [query] = useSearchParams()
  const filter = parseBoardFilter(query)
  const quarterOptions = filter.quarter && !quarters.includes(filter.quarter) ? [...quarters, filter.quarter] : quarters
  if (boards.length < 2 && quarterOptions.length === 0 && !filter.boardId) return null
  const isFiltered = filter.boardId !== undefined || filter.quarter !== undefined
  return (
    // A new key resets the fields when the URL changes, as with “Clear filters”.
    <FilterBar key={`${filter.boardId} ${filter.quarter}`} label={messages.filters} action={home}>
      {['closed', 'column'].map(
        (name) => query.has(name) && <input key={name} type="hidden" name={name} value={query.get(name) ?? ''} />,
      )}
      {(boards.length > 1 || filter.boardId) && (
        <Select name="board" aria-label={messages.board} size="sm" defaultValue={filter.boardId ?? ''}>
          <option value="">{messages.allBoards}</option>
          {boards.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
      {quarterOptions.length > 0 && (
        <Select name="quarter" aria-label={messages.quarter} size="sm" defaultValue={filter.quarter ?? ''}>
          <option value="">{messages.allQuarters}</option>
          {quarterOptions.map((quarter) => (
            <option key={quarter} value={quarter}>
              {formatQuarter(quarter)}
            </option>
          ))}
        </Select>
      )}
      <SubmitWithoutScript>{messages.apply}</SubmitWithoutScript>
      {isFiltered && (
        <Link className="text-link text-13" to={`${home}${updateQuery(query, { board: null, quarter: null })}`}>
          {messages.clear}
        </Link>
      )}
    </FilterBar>
  )
}
