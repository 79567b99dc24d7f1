import { useLoaderData } from 'react-router'
import { actionFor, loaderFor } from '#server/console/handlers.ts'
import { editorMessages } from '../../messages/changelog.ts'
import { saveEntryForm } from '../entry-actions.ts'
import { Editor } from './editor.tsx'
import { emptyEntry, loadEditorData } from './load.ts'

export { clientAction } from '../../offline-action.ts'

export const loader = loaderFor.member(async (context) => loadEditorData(context, emptyEntry))

export const action = actionFor.member({ save: (context) => saveEntryForm(context, null) })

export const meta = ({ loaderData }: { loaderData?: { name: string } }) => [
  { title: `${editorMessages.newTitle} · ${loaderData?.name ?? ''}` },
]

export default function Page() {
  return <Editor {...useLoaderData<typeof loader>()} />
}
