import { requireId } from '#server/console/require-id.ts'
import './merge.css'
import { redirectWithFlash } from '#server/console/flash.ts'
import { actionFor, loaderFor } from '#server/console/handlers.ts'
import { mergeFeedback } from '#server/feedback/merge/merge.ts'
import { invalidState, Problem } from '#server/platform/problems.ts'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { mergeMessages as messages } from '../../messages/requests/merge.ts'
import { loadMergePage, type MergePageData } from './load.ts'
import { MergePreviewSection } from './merge-preview.tsx'
import { MergeTargetChoice } from './target-choice.tsx'

export { clientAction } from '../../offline-action.ts'

export const loader = loaderFor.member(loadMergePage)

export const action = actionFor.member({
  merge: async ({ form, write, params, home }) => {
    const [id, intoId] = [requireId(params), form.id('intoId')]
    await write((tx) => mergeFeedback(tx, id, intoId)).catch(rejectMissingTarget)
    const page = `${home}/requests/${intoId}`
    const undo = { action: page, intent: 'unmerge', fields: { mergedId: id } }
    return redirectWithFlash(page, messages.merged({ title: form.text('title') }), { undo })
  },
})

/** Rejects the form as a whole if the target was deleted after the page had loaded: no field is at fault. */
function rejectMissingTarget(error: unknown): never {
  const isGone = error instanceof Problem && error.extra.details?.some(({ path }) => path === '/intoId')
  throw isGone ? invalidState(messages.gone) : error
}

export const meta = ({ loaderData }: { loaderData?: MergePageData }) => [
  { title: `${messages.title} · ${loaderData?.workspace ?? ''}` },
]

export default function MergePage({ loaderData }: { loaderData: MergePageData }) {
  const { home, source, preview, search } = loaderData
  return (
    <div className="mx-auto flex w-full flex-col gap-6 p-6 max-md:p-4 merge-page">
      <PageHeader
        title={preview ? messages.confirmTitle : messages.title}
        meta={
          <span className="wrap-anywhere">{search ? messages.lead({ title: source.title }) : messages.undoable}</span>
        }
        back={{ to: `${home}/requests/${source.id}`, text: messages.back }}
      />
      {search && <MergeTargetChoice {...search} source={source} />}
      {preview && <MergePreviewSection {...preview} home={home} />}
    </div>
  )
}
