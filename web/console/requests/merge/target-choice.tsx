import { ChevronRight } from 'lucide-react'
import { Form, useNavigate, useRouteLoaderData } from 'react-router'
import { SubmitWithoutScript } from '../../../ui/forms/form-buttons.tsx'
import { Row, RowLink, Rows } from '../../../ui/data/list-row.tsx'
import { LiveSearchField } from '../../../ui/forms/live-search-field.tsx'
import { StageBadge } from '../../../ui/data/stage-badge.tsx'
import { Time } from '../../../ui/data/time.tsx'
import { merging as words } from '../../messages/requests/merge.ts'
import type { Candidate } from './load.ts'

interface ChooseProps {
  source: { id: string; title: string }
  search: string
  candidates: Candidate[]
}

/** Similar requests first; any other by searching. */
export function Choose({ search, candidates }: ChooseProps) {
  const navigate = useNavigate()
  const look = (text: string) =>
    navigate(`?${new URLSearchParams(text.trim() === '' ? {} : { search: text })}`, { replace: true })
  const { now, zone } = useRouteLoaderData('root') as { now: string; zone: string }
  const none = search === '' ? words.noneSimilar : words.noneFound(search)
  return (
    <>
      <Form
        className="toolbar"
        role="search"
        aria-label={words.searching}
        onSubmit={(event) => {
          event.preventDefault()
          look(String(new FormData(event.currentTarget).get('search')))
        }}
      >
        <LiveSearchField label={words.search} value={search} onSearch={look} />
        <SubmitWithoutScript>{words.find}</SubmitWithoutScript>
      </Form>
      <section className="flex flex-col gap-3" aria-labelledby="candidates">
        <h2 id="candidates">{search === '' ? words.similar : words.found}</h2>
        {candidates.length === 0 ? (
          <p className="text-muted">{none}</p>
        ) : (
          <div className="card">
            <Rows label={search === '' ? words.similar : words.found}>
              {candidates.map(({ id, title, stage, votes, createdAt }) => (
                <Row
                  key={id}
                  title={
                    <RowLink to={`?into=${id}`} aria-label={words.chooseLabel(title)} dir="auto">
                      {title}
                    </RowLink>
                  }
                  meta={
                    <>
                      <StageBadge stage={stage} look="plain" />
                      <span>{words.votes(votes)}</span>
                      <Time value={createdAt} now={now} zone={zone} />
                    </>
                  }
                  end={<ChevronRight size={16} className="text-faint" aria-hidden />}
                />
              ))}
            </Rows>
          </div>
        )}
      </section>
    </>
  )
}
