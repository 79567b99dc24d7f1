import { useState } from 'react'
import { acts, loads } from '#server/console/handlers.ts'
import { ActionForm } from '../../ui/forms/action-form.tsx'
import { Checkbox } from '../../ui/forms/choice.tsx'
import { Field, FieldSet } from '../../ui/forms/field.tsx'
import { SubmitButton } from '../../ui/forms/form-buttons.tsx'
import { useRefusal } from '../../ui/forms/form-errors.ts'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { slugOf } from '../slugify.ts'
import { entrance } from '../messages/auth.ts'
import { callerOf, goOn } from './sign-in-flow.ts'
import { EmailField, Head, NewPasswordField, Over, PersonNameField } from './components.tsx'

export { clientAction } from '../offline-action.ts'

const words = entrance.setup

export const loader = loads.anyone(({ deps, params }) => deps.identity.inspectSetup(params.token!))

export const action = acts.anyone({
  'set-up': async (visit) => {
    const workspaceName = visit.form.optional('workspaceName')
    // Without script nothing is suggested while typing.
    const slug = visit.form.optional('slug') ?? (workspaceName && slugOf(workspaceName, 'workspace'))
    const signedIn = await visit.deps.identity.setUp(callerOf(visit), {
      token: visit.params.token!,
      name: visit.form.text('name'),
      email: visit.form.text('email'),
      password: visit.form.text('password'),
      workspaceName,
      slug,
      joinWorkspaces: visit.form.all('joinWorkspaces'),
    })
    return goOn(signedIn, slug === undefined ? '/' : `/w/${slug.trim()}`, words.done)
  },
})

export const meta = () => [{ title: entrance.titleOf(words.title) }]

export default function Setup({ loaderData: offer }: { loaderData: Awaited<ReturnType<typeof loader>> }) {
  const isUsed = useRefusal('set-up')?.errors.token !== undefined
  if (offer === null || isUsed) return <Over words={words.over} to="/sign-in" />
  return (
    <>
      <Head title={words.title}>{words.lead}</Head>
      <ActionForm intent="set-up" noValidate>
        <FieldSet legend={words.you}>
          <PersonNameField />
          <EmailField help={words.emailHelp} />
          <NewPasswordField />
        </FieldSet>
        <OwnWorkspace />
        {offer.memberless.length > 0 && <Waiting workspaces={offer.memberless} />}
        <SubmitButton>{words.submit}</SubmitButton>
      </ActionForm>
    </>
  )
}

/** The short name follows the name until it is typed itself. */
function OwnWorkspace() {
  const sent = useRefusal('set-up')?.values
  const [name, setName] = useState(String(sent?.workspaceName ?? ''))
  const [slug, setSlug] = useState(sent?.slug ? String(sent.slug) : null)
  return (
    <FieldSet legend={words.workspace} help={words.workspaceHelp}>
      <Field name="workspaceName" label={words.name}>
        <TextInput
          autoComplete="organization"
          maxLength={100}
          placeholder={words.nameExample}
          defaultValue={name}
          onChange={({ target }) => setName(target.value)}
        />
      </Field>
      <Field name="slug" label={words.slug} help={words.slugHelp}>
        <TextInput
          before="/w/"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={63}
          value={slug ?? slugOf(name, 'workspace')}
          onChange={({ target }) => setSlug(target.value === '' ? null : target.value)}
        />
      </Field>
    </FieldSet>
  )
}

function Waiting({ workspaces }: { workspaces: { workspaceId: string; name: string; slug: string }[] }) {
  return (
    <FieldSet legend={words.waiting} help={words.waitingHelp}>
      {workspaces.map(({ workspaceId, name, slug }) => (
        <Checkbox key={workspaceId} name="joinWorkspaces" value={workspaceId} label={name} help={slug} defaultChecked />
      ))}
    </FieldSet>
  )
}
