import { useState } from 'react'
import { actionFor, loaderFor } from '#server/console/handlers.ts'
import { ActionForm } from '../../ui/forms/action-form.tsx'
import { Checkbox } from '../../ui/forms/choice.tsx'
import { Field, FieldSet } from '../../ui/forms/field.tsx'
import { SubmitButton } from '../../ui/forms/form-buttons.tsx'
import { useFormErrors } from '../../ui/forms/form-errors.ts'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { authMessages } from '../messages/auth.ts'
import { layoutMessages } from '../messages/layout.ts'
import { slugify } from '../slugify.ts'
import { AuthHeader, EmailField, LinkExpired, NewPasswordField, PersonNameField } from './components.tsx'
import { continueSignIn, getCaller } from './sign-in-flow.ts'

export { clientAction } from '../offline-action.ts'

const messages = authMessages.setup

export const loader = loaderFor.anyone(async ({ deps, params }) => {
  const setup = await deps.accounts.inspectSetup(params.token!)
  return setup && { ...setup, heed: deps.settings.commandPrefix }
})

export const action = actionFor.anyone({
  setup: async (context) => {
    const workspaceName = context.form.optionalText('workspaceName')
    // Without JavaScript, the form suggests no slug while typing.
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
    return continueSignIn(signedIn, slug === undefined ? '/' : `/w/${slug.trim()}`, messages.completed)
  },
})

export const meta = () => [{ title: authMessages.pageTitle({ page: messages.title, product: layoutMessages.product }) }]

export default function Setup({ loaderData: setup }: { loaderData: Awaited<ReturnType<typeof loader>> }) {
  const isUsed = useFormErrors('setup')?.errors.token !== undefined
  if (setup === null || isUsed) return <LinkExpired messages={messages.expired} to="/sign-in" />
  return (
    <>
      <AuthHeader title={messages.title}>{messages.lead}</AuthHeader>
      <ActionForm intent="setup" noValidate>
        <FieldSet legend={messages.account}>
          <PersonNameField />
          <EmailField help={messages.emailHelp} />
          <NewPasswordField />
        </FieldSet>
        <NewWorkspaceFields heed={setup.heed} />
        {setup.workspacesWithoutMembers.length > 0 && (
          <WorkspacesWithoutMembers workspaces={setup.workspacesWithoutMembers} />
        )}
        <SubmitButton>{messages.submit}</SubmitButton>
      </ActionForm>
    </>
  )
}

/**
 * The slug follows the name until the person edits it.
 * @param heed what an operator types before the arguments of a command
 */
function NewWorkspaceFields({ heed }: { heed: string }) {
  const submitted = useFormErrors('setup')?.values
  const [name, setName] = useState(String(submitted?.workspaceName ?? ''))
  const [slug, setSlug] = useState(submitted?.slug ? String(submitted.slug) : null)
  return (
    <FieldSet legend={messages.workspace} help={messages.workspaceHelp({ heed })}>
      <Field name="workspaceName" label={messages.workspaceName}>
        <TextInput
          autoComplete="organization"
          maxLength={100}
          placeholder={messages.workspaceNameExample}
          defaultValue={name}
          onChange={({ target }) => setName(target.value)}
        />
      </Field>
      <Field name="slug" label={messages.slug} help={messages.slugHelp}>
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
    <FieldSet legend={messages.unclaimed} help={messages.unclaimedHelp}>
      {workspaces.map(({ workspaceId, name, slug }) => (
        <Checkbox key={workspaceId} name="joinWorkspaces" value={workspaceId} label={name} help={slug} defaultChecked />
      ))}
    </FieldSet>
  )
}
