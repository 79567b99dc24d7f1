import { Plus } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { LinkButton } from '../../../ui/buttons/button.tsx'
import { SubmitWithoutScript } from '../../../ui/forms/form-buttons.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Select } from '../../../ui/forms/text-input.tsx'
import { FilterBar } from '../../../ui/layout/toolbar.tsx'
import { roadmap as words } from '../../messages/roadmap.ts'
import { boardQuery, filterIn, queryWith } from '../board-query.ts'
import type { BoardData } from '../page.tsx'
import { quarterText } from '../target-delivery.ts'

/** The name of the page, what may be begun here, and what the board is narrowed to. */
export function BoardHead({ home, boards, quarters, can }: BoardData) {
  const [query] = useSearchParams()
  return (
    <>
      <PageHeader
        title={words.title}
        actions={
          can.plan && (
            <LinkButton to={`${home}/new${boardQuery(query)}`} look="primary" icon={<Plus aria-hidden />}>
              {words.add}
            </LinkButton>
          )
        }
      />
      <Filters home={home} boards={boards} quarters={quarters} />
    </>
  )
}

function Filters({ home, boards, quarters }: Pick<BoardData, 'home' | 'boards' | 'quarters'>) {
  const [query] = useSearchParams()
  const filter = filterIn(query)
  const offered = filter.quarter && !quarters.includes(filter.quarter) ? [...quarters, filter.quarter] : quarters
  if (boards.length < 2 && offered.length === 0 && !filter.boardId) return null
  const isFiltered = filter.boardId !== undefined || filter.quarter !== undefined
  return (
    // Its fields begin anew with another address, such as that of "Clear filters".
    <FilterBar key={`${filter.boardId} ${filter.quarter}`} label={words.filters} action={home}>
      {['closed', 'column'].map(
        (name) => query.has(name) && <input key={name} type="hidden" name={name} value={query.get(name) ?? ''} />,
      )}
      {(boards.length > 1 || filter.boardId) && (
        <Select name="board" aria-label={words.board} size="sm" defaultValue={filter.boardId ?? ''}>
          <option value="">{words.allBoards}</option>
          {boards.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
      {offered.length > 0 && (
        <Select name="quarter" aria-label={words.quarter} size="sm" defaultValue={filter.quarter ?? ''}>
          <option value="">{words.allQuarters}</option>
          {offered.map((quarter) => (
            <option key={quarter} value={quarter}>
              {quarterText(quarter)}
            </option>
          ))}
        </Select>
      )}
      <SubmitWithoutScript>{words.apply}</SubmitWithoutScript>
      {isFiltered && (
        <Link className="text-link text-13" to={`${home}${queryWith(query, { board: null, quarter: null })}`}>
          {words.clear}
        </Link>
      )}
    </FilterBar>
  )
}
