import { useLoaderData } from 'react-router'
import { getEntry } from '#server/changelog/queries.ts'
import { actionFor, loaderFor } from '#server/console/handlers.ts'
import { requireId } from '#server/console/require-id.ts'
import { deleteEntryAndRedirect, duplicate, saveEntryForm } from '../entry-actions.ts'
import { Editor } from './editor.tsx'
import { loadEditorData } from './load.ts'

export { clientAction } from '../../offline-action.ts'

export const loader = loaderFor.member(async (context) =>
  loadEditorData(context, await getEntry(context.scope, requireId(context.params))),
)

export const action = actionFor.member({
  save: (context) => {
    const updatedAt = context.form.flag('overwrite') ? null : context.form.text('updatedAt')
    return saveEntryForm(context, { id: requireId(context.params), updatedAt })
  },
  duplicate,
  delete: deleteEntryAndRedirect,
})

export const meta = ({ loaderData }: { loaderData?: { name: string; entry: { title: string } } }) => [
  { title: `${loaderData?.entry.title ?? ''} · ${loaderData?.name ?? ''}` },
]

export default function Page() {
  const data = useLoaderData<typeof loader>()
  return <Editor key={data.entry.id} {...data} />
}
