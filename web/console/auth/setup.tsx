import { useState } from 'react'
import { actionFor, loaderFor } from '#server/console/handlers.ts'
import { ActionForm } from '../../ui/forms/action-form.tsx'
import { Checkbox } from '../../ui/forms/choice.tsx'
import { Field, FieldSet } from '../../ui/forms/field.tsx'
import { SubmitButton } from '../../ui/forms/form-buttons.tsx'
import { useFormErrors } from '../../ui/forms/form-errors.ts'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { authMessages } from '../messages/auth.ts'
import { slugify } from '../slugify.ts'
import { AuthHeader, EmailField, LinkExpired, NewPasswordField, PersonNameField } from './components.tsx'
import { continueSignIn, getCaller } from './sign-in-flow.ts'

export { clientAction } from '../offline-action.ts'

const words = authMessages.setup

export const loader = loaderFor.anyone(({ deps, params }) => deps.accounts.inspectSetup(params.token!))

export const action = actionFor.anyone({
  'set-up': async (context) => {
    const workspaceName = context.form.optionalText('workspaceName')
    // Without script nothing is suggested while typing.
    const slug = context.form.optionalText('slug') ?? (workspaceName && slugify(workspaceName, 'workspace'))
    const signedIn = await context.deps.accounts.completeSetup(getCaller(context), {
      token: context.params.token!,
      name: context.form.text('name'),
      email: context.form.text('email'),
      password: context.form.text('password'),
      workspaceName,
      slug,
      joinWorkspaces: context.form.all('joinWorkspaces'),
    })
    return continueSignIn(signedIn, slug === undefined ? '/' : `/w/${slug.trim()}`, words.done)
  },
})

export const meta = () => [{ title: authMessages.titleOf(words.title) }]

export default function Setup({ loaderData: offer }: { loaderData: Awaited<ReturnType<typeof loader>> }) {
  const isUsed = useFormErrors('set-up')?.errors.token !== undefined
  if (offer === null || isUsed) return <LinkExpired words={words.over} to="/sign-in" />
  return (
    <>
      <AuthHeader title={words.title}>{words.lead}</AuthHeader>
      <ActionForm intent="set-up" noValidate>
        <FieldSet legend={words.you}>
          <PersonNameField />
          <EmailField help={words.emailHelp} />
          <NewPasswordField />
        </FieldSet>
        <NewWorkspaceFields />
        {offer.workspacesWithoutMembers.length > 0 && (
          <WorkspacesWithoutMembers workspaces={offer.workspacesWithoutMembers} />
        )}
        <SubmitButton>{words.submit}</SubmitButton>
      </ActionForm>
    </>
  )
}

/** The short name follows the name until it is typed itself. */
function NewWorkspaceFields() {
  const sent = useFormErrors('set-up')?.values
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
          value={slug ?? slugify(name, 'workspace')}
          onChange={({ target }) => setSlug(target.value === '' ? null : target.value)}
        />
      </Field>
    </FieldSet>
  )
}

function WorkspacesWithoutMembers({
  workspaces,
}: {
  workspaces: { workspaceId: string; name: string; slug: string }[]
}) {
  return (
    <FieldSet legend={words.waiting} help={words.waitingHelp}>
      {workspaces.map(({ workspaceId, name, slug }) => (
        <Checkbox key={workspaceId} name="joinWorkspaces" value={workspaceId} label={name} help={slug} defaultChecked />
      ))}
    </FieldSet>
  )
}
