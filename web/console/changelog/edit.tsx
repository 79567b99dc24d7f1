import { useLoaderData } from 'react-router'
import { getEntry } from '#server/changelog/queries.ts'
import { acts, loads } from '#server/console/page.ts'
import { editorData } from './editor/data.ts'
import { Editor } from './editor/editor.tsx'
import { entryIdOf } from './entry-id.ts'
import { duplicate, remove, save } from './handlers.ts'

export { clientAction } from '../staying.ts'

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
