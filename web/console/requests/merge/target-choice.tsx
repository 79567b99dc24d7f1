import { ChevronRight } from 'lucide-react'
import { Form, useNavigate, useRouteLoaderData } from 'react-router'
import { Row, RowLink, Rows } from '../../../ui/data/list-row.tsx'
import { StageBadge } from '../../../ui/data/stage-badge.tsx'
import { Time } from '../../../ui/data/time.tsx'
import { SubmitWithoutScript } from '../../../ui/forms/form-buttons.tsx'
import { LiveSearchField } from '../../../ui/forms/live-search-field.tsx'
import { mergeMessages as messages } from '../../messages/requests/merge.ts'
import type { MergeCandidate } from './load.ts'

interface MergeTargetChoiceProps {
  source: { id: string; title: string }
  text: string
  candidates: MergeCandidate[]
}

/** Offers similar requests first, and any other by search. */
export function MergeTargetChoice({ text, candidates }: MergeTargetChoiceProps) {
  const navigate = useNavigate()
  const searchFor = (value: string) =>
    navigate(`?${new URLSearchParams(value.trim() === '' ? {} : { search: value })}`, { replace: true })
  const { now, zone } = useRouteLoaderData('root') as { now: string; zone: string }
  const none = text === '' ? messages.noneSimilar : messages.noneFound({ text })
  return (
    <>
      <Form
        className="toolbar"
        role="search"
        aria-label={messages.searching}
        onSubmit={(event) => {
          event.preventDefault()
          searchFor(String(new FormData(event.currentTarget).get('search')))
        }}
      >
        <LiveSearchField label={messages.search} value={text} onSearch={searchFor} />
        <SubmitWithoutScript>{messages.find}</SubmitWithoutScript>
      </Form>
      <section className="flex flex-col gap-3" aria-labelledby="candidates">
        <h2 id="candidates">{text === '' ? messages.similar : messages.found}</h2>
        {candidates.length === 0 ? (
          <p className="text-muted">{none}</p>
        ) : (
          <div className="card">
            <Rows label={text === '' ? messages.similar : messages.found}>
              {candidates.map(({ id, title, stage, votes, createdAt }) => (
                <Row
                  key={id}
                  title={
                    <RowLink to={`?into=${id}`} aria-label={messages.chooseLabel({ title })} dir="auto">
                      {title}
                    </RowLink>
                  }
                  meta={
                    <>
                      <StageBadge stage={stage} look="plain" />
                      <span>{messages.votes({ count: votes })}</span>
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
