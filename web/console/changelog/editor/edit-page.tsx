import { useLoaderData } from 'react-router'
import { getEntry } from '#server/changelog/queries.ts'
import { actionFor, loaderFor } from '#server/console/handlers.ts'
import { deleteEntryAndRedirect, duplicate, saveEntryForm } from '../entry-actions.ts'
import { entryIdOf } from '../entry-id.ts'
import { Editor } from './editor.tsx'
import { loadEditorData } from './load.ts'

export { clientAction } from '../../offline-action.ts'

export const loader = loaderFor.member(async (context) =>
  loadEditorData(context, await getEntry(context.scope, entryIdOf(context.params))),
)

export const action = actionFor.member({
  save: (context) => {
    const since = context.form.flag('overwrite') ? null : context.form.text('updatedAt')
    return saveEntryForm(context, { id: entryIdOf(context.params), updatedAt: since })
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
