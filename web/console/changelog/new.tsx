import { useLoaderData } from 'react-router'
import { acts, loads } from '#server/console/page.ts'
import { editor } from '../words/changelog.ts'
import { blank, editorData } from './editor/data.ts'
import { Editor } from './editor/editor.tsx'
import { save } from './handlers.ts'

export { clientAction } from '../staying.ts'

export const loader = loads.member(async (visit) => editorData(visit, blank))

export const action = acts.member({ save: (visit) => save(visit, null) })

export const meta = ({ loaderData }: { loaderData?: { name: string } }) => [
  { title: `${editor.newTitle} · ${loaderData?.name ?? ''}` },
]

export default function Page() {
  return <Editor {...useLoaderData<typeof loader>()} />
}
