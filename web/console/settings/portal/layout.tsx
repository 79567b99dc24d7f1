import { ExternalLink } from 'lucide-react'
import { Outlet, useLocation } from 'react-router'
import { getPortalUrls } from '#server/portal/workspace-urls.ts'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Tabs } from '../../../ui/layout/tabs.tsx'
import { Notice } from '../../../ui/notices/notice.tsx'
import { settingsMessages } from '../../messages/settings/common.ts'
import { portalMessages as messages } from '../../messages/settings/portal.ts'
import { settingsLoader } from '../settings-loader.ts'

export const loader = settingsLoader(async ({ scope, deps, home }) => ({
  path: `${home}/settings/portal`,
  url: (await getPortalUrls(scope, deps.settings.publicUrl)).portal,
  proxyProblem: deps.proxies.problem(),
}))

const subpages = ['sign-in', 'sso', 'widget', 'domain'] as const

interface LayoutProps {
  loaderData: Awaited<ReturnType<typeof loader>>
}

/** Renders the header and tabs above each page of the portal's settings. */
export default function PortalSettingsLayout({ loaderData: { path, url, proxyProblem } }: LayoutProps) {
  const { pathname } = useLocation()
  const currentSubpage = subpages.find((name) => pathname === `${path}/${name}`)
  return (
    <div className="flex max-w-form flex-col gap-6">
      <PageHeader title={settingsMessages.areas.portal} meta={messages.about} actions={<ViewPortal url={url} />} />
      <Tabs
        label={settingsMessages.areas.portal}
        tabs={[
          { to: path, text: messages.tabs.general, current: currentSubpage === undefined },
          ...subpages.map((name) => ({
            to: `${path}/${name}`,
            text: messages.tabs[name],
            current: name === currentSubpage,
          })),
        ]}
      />
      {proxyProblem && (
        <Notice tone="warning" title={messages.proxyTitle}>
          <p>{messages.proxyTexts[proxyProblem]}</p>
          <p>{messages.proxyAdvice}</p>
        </Notice>
      )}
      <Outlet />
    </div>
  )
}

const ViewPortal = ({ url }: { url: string }) => (
  <a className="button" href={url} target="_blank" rel="noopener">
    <ExternalLink aria-hidden="true" />
    {messages.view}
    <span className="visually-hidden">{messages.newWindow}</span>
  </a>
)
