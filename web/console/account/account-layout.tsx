import { ArrowLeft } from 'lucide-react'
import { Form, Link, Outlet } from 'react-router'
import { loaderFor } from '#server/console/handlers.ts'
import { isOperator } from '#server/console/operators.ts'
import { Button, LinkButton } from '../../ui/buttons/button.tsx'
import { accountMessages } from '../messages/account.ts'
import { layoutMessages } from '../messages/layout.ts'
import { statusMessages } from '../messages/status.ts'

export const loader = loaderFor.user(async ({ user, deps }) => {
  const { memberships, lastWorkspaceId } = user
  const last = memberships.find(({ workspaceId }) => workspaceId === lastWorkspaceId) ?? memberships[0]
  return { last: last ? { name: last.name, slug: last.slug } : null, isOperator: isOperator(user, deps.settings) }
})

/** Renders the layout of the account pages, which belong to no workspace. */
export default function AccountLayout({
  loaderData: { last, isOperator },
}: {
  loaderData: Awaited<ReturnType<typeof loader>>
}) {
  return (
    <>
      <a href="#content" className="skip-link">
        {layoutMessages.skipToContent}
      </a>
      <header className="flex items-center justify-between gap-4 border-line border-b px-4 py-2">
        {last === null ? (
          <span className="font-semibold">{layoutMessages.product}</span>
        ) : (
          <Link className="flex min-w-0 items-center gap-2 text-13 text-muted hover:text-ink" to={`/w/${last.slug}`}>
            <ArrowLeft size={16} aria-hidden />
            <span className="truncate">{accountMessages.back({ workspace: last.name })}</span>
          </Link>
        )}
        <div className="flex items-center gap-2">
          {isOperator && (
            <LinkButton to="/status" look="quiet" size="sm">
              {statusMessages.link}
            </LinkButton>
          )}
          <Form method="post" action="/sign-out">
            <Button type="submit" name="intent" value="sign-out" look="quiet" size="sm">
              {accountMessages.signOut}
            </Button>
          </Form>
        </div>
      </header>
      <main id="content" tabIndex={-1} className="mx-auto max-w-form px-4 py-8 outline-none">
        <Outlet />
      </main>
    </>
  )
}
