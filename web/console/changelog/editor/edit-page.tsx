import { useLoaderData } from 'react-router'
import { getEntry } from '#server/changelog/queries.ts'
import { acts, loads } from '#server/console/handlers.ts'
import { editorData } from './load.ts'
import { Editor } from './editor.tsx'
import { entryIdOf } from '../entry-id.ts'
import { duplicate, remove, save } from '../entry-actions.ts'

export { clientAction } from '../../offline-action.ts'

export const loader = loads.member(async (visit) =>
  editorData(visit, await getEntry(visit.scope, entryIdOf(visit.params))),
)

export const action = acts.member({
  save: (visit) => {
    const since = visit.form.flag('overwrite') ? null : visit.form.text('updatedAt')
    return save(visit, { id: entryIdOf(visit.params), since })
  },
  duplicate,
  delete: remove,
})

export const meta = ({ loaderData }: { loaderData?: { name: string; entry: { title: string } } }) => [
  { title: `${loaderData?.entry.title ?? ''} · ${loaderData?.name ?? ''}` },
]

export default function Page() {
  const data = useLoaderData<typeof loader>()
  return <Editor key={data.entry.id} {...data} />
}
