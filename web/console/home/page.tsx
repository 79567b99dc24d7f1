import { Users } from 'lucide-react'
import { Form, redirect } from 'react-router'
import { loaderFor } from '#server/console/handlers.ts'
import { Button, LinkButton } from '../../ui/buttons/button.tsx'
import { ErrorPage } from '../layout/error-page.tsx'
import { homeMessages } from '../messages/home.ts'
import { layoutMessages } from '../messages/layout.ts'

/** Redirects `/console` to the workspace the person used last. */
export const loader = loaderFor.user(async ({ user }) => {
  const { memberships, lastWorkspaceId } = user
  const last = memberships.find(({ workspaceId }) => workspaceId === lastWorkspaceId) ?? memberships[0]
  if (last !== undefined) throw redirect(`/w/${last.slug}`)
  return { email: user.account.email }
})

export const meta = () => [{ title: homeMessages.noWorkspace.title }]

export default function NoWorkspace({ loaderData: { email } }: { loaderData: { email: string } }) {
  const { title, text } = homeMessages.noWorkspace
  return <ErrorPage title={title} text={text({ email })} icon={Users} actions={<Actions />} />
}

function Actions() {
  return (
    <>
      <LinkButton to="/account">{layoutMessages.account}</LinkButton>
      <Form method="post" action="/sign-out">
        <Button type="submit" name="intent" value="sign-out" look="quiet">
          {layoutMessages.signOut}
        </Button>
      </Form>
    </>
  )
}
