import './merge.css'
import { done } from '#server/console/flash.ts'
import { acts, loads } from '#server/console/handlers.ts'
import { mergeFeedback } from '#server/feedback/merge/merge.ts'
import { isUuid } from '#server/platform/ids.ts'
import { notFound, Problem, refusal } from '#server/platform/problems.ts'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { merging as words } from '../../messages/requests/merge.ts'
import { Choose } from './target-choice.tsx'
import { Forecast } from './merge-preview.tsx'
import { type MergeData, mergeOf } from './load.ts'

export { clientAction } from '../../offline-action.ts'

export const loader = loads.member(mergeOf)

export const action = acts.member({
  merge: async ({ form, write, params, home }) => {
    const [id, intoId] = [params.id ?? '', form.id('intoId')]
    if (!isUuid(id)) throw notFound()
    await write((tx) => mergeFeedback(tx, id, intoId)).catch(sayThatItIsGone)
    const page = `${home}/requests/${intoId}`
    const undo = { action: page, intent: 'unmerge', fields: { mergedId: id } }
    return done(page, words.merged(form.text('title')), { undo })
  },
})

/** No field of the form is at fault when the other request went after the page was made. */
function sayThatItIsGone(error: unknown): never {
  const isGone = error instanceof Problem && error.extra.details?.some(({ path }) => path === '/intoId')
  throw isGone ? refusal(words.gone) : error
}

export const meta = ({ loaderData }: { loaderData?: MergeData }) => [
  { title: `${words.title} · ${loaderData?.workspace ?? ''}` },
]

export default function MergePage({ loaderData }: { loaderData: MergeData }) {
  const { home, source, forecast, choice } = loaderData
  return (
    <div className="mx-auto flex w-full flex-col gap-6 p-6 max-md:p-4 merge-page">
      <PageHeader
        title={forecast ? words.confirmTitle : words.title}
        meta={<span className="wrap-anywhere">{choice ? words.lead(source.title) : words.undoable}</span>}
        back={{ to: `${home}/requests/${source.id}`, text: words.back }}
      />
      {choice && <Choose {...choice} source={source} />}
      {forecast && <Forecast {...forecast} home={home} />}
    </div>
  )
}
