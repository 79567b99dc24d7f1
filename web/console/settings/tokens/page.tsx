import { KeyRound, Plus } from 'lucide-react'
import { leaseMs } from '#server/api-keys/authenticate.ts'
import { apiKeysCan } from '#server/api-keys/permissions.ts'
import { revokeKey } from '#server/api-keys/revoke.ts'
import { KeyRotation, rotateKey } from '#server/api-keys/rotate.ts'
import { shownKeys } from '#server/api-keys/console-list.ts'
import { done } from '#server/console/flash.ts'
import { checked } from '#server/console/form.ts'
import { acts } from '#server/console/handlers.ts'
import { LinkButton } from '../../../ui/buttons/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { EmptyState } from '../../../ui/notices/empty-state.tsx'
import { Notice } from '../../../ui/notices/notice.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { useRefusal } from '../../../ui/forms/form-errors.ts'
import { settings } from '../../messages/settings/common.ts'
import { tokenWords as words } from '../../messages/settings/tokens.ts'
import { loadsSettings } from '../settings-loader.ts'
import { type Issued, IssuedToken } from './created-token-notice.tsx'
import { TokenDialogs } from './token-dialogs.tsx'
import { TokenTable } from './token-table.tsx'

export { clientAction } from '../../offline-action.ts'

export const loader = loadsSettings(async ({ scope, url, deps, home, membership, now, zone }) => ({
  workspace: membership.name,
  here: `${home}/settings/tokens`,
  publicUrl: deps.settings.publicUrl,
  tokens: await shownKeys(scope),
  /** Which dialog is open: each has an address. */
  opened: { rotate: url.searchParams.get('rotate'), revoke: url.searchParams.get('revoke') },
  now,
  zone,
  can: apiKeysCan(scope.actor),
}))

export type TokensPage = Awaited<ReturnType<typeof loader>>

/** Until then a server process may still let the old one in. */
const everywhere = () => new Promise<void>((resolve) => setTimeout(resolve, leaseMs))

export const action = acts.member({
  revoke: async ({ form, write, home }) => {
    await write((tx) => revokeKey(tx, form.id('id')))
    await everywhere()
    return done(`${home}/settings/tokens`, words.revoked(form.text('name')))
  },
  rotate: async ({ form, write }): Promise<{ issued: Issued }> => {
    const input = checked(KeyRotation, { overlapHours: form.number('overlapHours') })
    const { key, oldEndsAt } = await write((tx) => rotateKey(tx, form.id('id'), input))
    await everywhere()
    return { issued: { name: key.name, key: key.key, scopes: key.scopes, oldEndsAt } }
  },
})

export const meta = ({ loaderData }: { loaderData?: TokensPage }) => [
  { title: settings.titleOf(words.title, loaderData?.workspace ?? '') },
]

interface PageProps {
  loaderData: TokensPage
  actionData?: { issued?: Issued }
}

export default function Tokens({ loaderData: page, actionData }: PageProps) {
  const { tokens, here } = page
  const issued = actionData?.issued
  // The dialog has gone with its address.
  const refused = useRefusal(['rotate', 'revoke'])
  const add = (
    <LinkButton look="primary" to={`${here}/new`} icon={<Plus aria-hidden="true" />}>
      {words.add}
    </LinkButton>
  )
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={words.title} meta={words.about} actions={tokens.length > 0 && add} />
      {refused?.message && <Notice tone="danger">{refused.message}</Notice>}
      {issued && <IssuedToken {...page} issued={issued} />}
      <Card flush>
        {tokens.length === 0 ? (
          <EmptyState icon={<KeyRound />} title={words.empty} actions={add}>
            {words.emptyText}
          </EmptyState>
        ) : (
          <TokenTable {...page} />
        )}
      </Card>
      {!issued && <TokenDialogs {...page} key={JSON.stringify(page.opened)} />}
    </div>
  )
}
