import { Users } from 'lucide-react'
import { Form, redirect } from 'react-router'
import { loads } from '#server/console/handlers.ts'
import { Button, LinkButton } from '../../ui/buttons/button.tsx'
import { Failure } from '../layout/error-page.tsx'
import { frame } from '../messages/layout.ts'
import { home } from '../messages/home.ts'

/** Where `/console` leads: to the workspace that one was in last. */
export const loader = loads.person(async ({ visitor }) => {
  const { memberships, lastWorkspaceId } = visitor
  const last = memberships.find(({ workspaceId }) => workspaceId === lastWorkspaceId) ?? memberships[0]
  if (last !== undefined) throw redirect(`/w/${last.slug}`)
  return { email: visitor.account.email }
})

export const meta = () => [{ title: home.noWorkspace.title }]

export default function NoWorkspace({ loaderData: { email } }: { loaderData: { email: string } }) {
  const { title, textFor } = home.noWorkspace
  return <Failure title={title} text={textFor(email)} icon={Users} ways={<Ways />} />
}

function Ways() {
  return (
    <>
      <LinkButton to="/account">{frame.account}</LinkButton>
      <Form method="post" action="/sign-out">
        <Button type="submit" name="intent" value="sign-out" look="quiet">
          {frame.signOut}
        </Button>
      </Form>
    </>
  )
}
