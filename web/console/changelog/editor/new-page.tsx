import { useLoaderData } from 'react-router'
import { acts, loads } from '#server/console/handlers.ts'
import { editor } from '../../messages/changelog.ts'
import { blank, editorData } from './load.ts'
import { Editor } from './editor.tsx'
import { save } from '../entry-actions.ts'

export { clientAction } from '../../offline-action.ts'

export const loader = loads.member(async (visit) => editorData(visit, blank))

export const action = acts.member({ save: (visit) => save(visit, null) })

export const meta = ({ loaderData }: { loaderData?: { name: string } }) => [
  { title: `${editor.newTitle} · ${loaderData?.name ?? ''}` },
]

export default function Page() {
  return <Editor {...useLoaderData<typeof loader>()} />
}
