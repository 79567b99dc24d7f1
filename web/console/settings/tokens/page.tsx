import { KeyRound, Plus } from 'lucide-react'
import { apiKeysCan } from '#server/api-keys/permissions.ts'
import { listApiKeys } from '#server/api-keys/queries.ts'
import { revokeApiKey } from '#server/api-keys/revoke.ts'
import { OverlapChoice, rotateApiKey } from '#server/api-keys/rotate.ts'
import { redirectWithFlash } from '#server/console/flash.ts'
import { validateForm } from '#server/console/form.ts'
import { actionFor } from '#server/console/handlers.ts'
import { leaseMs } from '#server/credentials/authenticate.ts'
import { LinkButton } from '../../../ui/buttons/button.tsx'
import { useFormErrors } from '../../../ui/forms/form-errors.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { EmptyState } from '../../../ui/notices/empty-state.tsx'
import { Notice } from '../../../ui/notices/notice.tsx'
import { settingsMessages } from '../../messages/settings/common.ts'
import { tokensMessages as messages } from '../../messages/settings/tokens.ts'
import { settingsLoader } from '../settings-loader.ts'
import { type CreatedToken, CreatedTokenNotice } from './created-token-notice.tsx'
import { parseExpiry } from './expiry.ts'
import { TokenDialogs } from './token-dialogs.tsx'
import { TokenTable } from './token-table.tsx'

export { clientAction } from '../../offline-action.ts'

export const loader = settingsLoader(async ({ scope, url, deps, home, membership, now, zone }) => ({
  workspace: membership.name,
  pageUrl: `${home}/settings/tokens`,
  publicUrl: deps.settings.publicUrl,
  // Active keys come first, so the limit cuts off only history.
  tokens: await listApiKeys(scope, 500),
  /** The open dialog: each has a URL. */
  dialog: { rotate: url.searchParams.get('rotate'), revoke: url.searchParams.get('revoke') },
  now,
  zone,
  can: apiKeysCan(scope.actor),
}))

export type TokensPage = Awaited<ReturnType<typeof loader>>

/** Until then, a server process may still accept the old token. */
const waitForKeyCacheExpiry = () => new Promise<void>((resolve) => setTimeout(resolve, leaseMs))

export const action = actionFor.member({
  revoke: async ({ form, write, home }) => {
    await write((tx) => revokeApiKey(tx, form.id('id')))
    await waitForKeyCacheExpiry()
    return redirectWithFlash(`${home}/settings/tokens`, messages.revoked({ name: form.text('name') }))
  },
  rotate: async ({ form, write, now, zone }): Promise<{ created: CreatedToken }> => {
    const { overlapHours } = validateForm(OverlapChoice, { overlapHours: form.number('overlapHours') })
    const expiry = form.text('expiry') || 'keep'
    const expiresAt = expiry === 'keep' ? undefined : parseExpiry(form, { now, zone })
    const { key, replacedExpiresAt } = await write((tx) =>
      rotateApiKey(tx, form.id('id'), { overlapMinutes: overlapHours * 60, expiresAt }),
    )
    await waitForKeyCacheExpiry()
    return { created: { name: key.name, key: key.key, scopes: key.scopes, previousExpiresAt: replacedExpiresAt } }
  },
})

export const meta = ({ loaderData }: { loaderData?: TokensPage }) => [
  { title: settingsMessages.pageTitle({ page: messages.title, workspace: loaderData?.workspace ?? '' }) },
]

interface PageProps {
  loaderData: TokensPage
  actionData?: { created?: CreatedToken }
}

export default function Tokens({ loaderData: page, actionData }: PageProps) {
  const { tokens, pageUrl } = page
  const created = actionData?.created
  // The dialog closed with its URL, so its errors show on the page.
  const formErrors = useFormErrors(['rotate', 'revoke'])
  const add = (
    <LinkButton look="primary" to={`${pageUrl}/new`} icon={<Plus aria-hidden="true" />}>
      {messages.add}
    </LinkButton>
  )
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={messages.title} meta={messages.about} actions={tokens.length > 0 && add} />
      {formErrors?.message && <Notice tone="danger">{formErrors.message}</Notice>}
      {created && <CreatedTokenNotice {...page} token={created} />}
      <Card flush>
        {tokens.length === 0 ? (
          <EmptyState icon={<KeyRound />} title={messages.empty} actions={add}>
            {messages.emptyText}
          </EmptyState>
        ) : (
          <TokenTable {...page} />
        )}
      </Card>
      {!created && <TokenDialogs {...page} key={JSON.stringify(page.dialog)} />}
    </div>
  )
}
