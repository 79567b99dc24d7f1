import '../ui/styles.css'
import './mentions/mentions.css'
import { use, useEffect, useState } from 'react'
import {
  data,
  Links,
  type LinksFunction,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useRevalidator,
  useRouteLoaderData,
} from 'react-router'
import { type Flash, takeFlash } from '#server/console/flash.ts'
import { loaderFor } from '#server/console/handlers.ts'
import { readCookie } from '#server/platform/http/request/cookies.ts'
import icon from '../ui/icon.svg'
import { ToastRegion } from '../ui/notices/toast.tsx'
import { NonceContext } from './csp-nonce.ts'
import { ErrorPage, useErrorPageProps } from './layout/error-page.tsx'
import { layoutMessages } from './messages/layout.ts'
import { takePrefetchedRequest } from './requests/prefetch/client-middleware.ts'

export const loader = loaderFor.anyone(async ({ request, now, zone }) => {
  const { flash, clearCookie } = takeFlash(request.headers)
  const theme = readCookie(request.headers, 'heed_theme')
  const headers: Record<string, string> = clearCookie === null ? {} : { 'set-cookie': clearCookie }
  return data({ now, zone, theme: theme === 'light' || theme === 'dark' ? theme : null, flash }, { headers })
})

export const clientMiddleware = [takePrefetchedRequest]

export const links: LinksFunction = () => [{ rel: 'icon', href: icon, type: 'image/svg+xml' }]

export const meta = () => [{ title: layoutMessages.product }]

// Most people take longer to go to another page.
const renderAgainAfterMs = 400

export function Layout({ children }: { children: React.ReactNode }) {
  const nonce = use(NonceContext)
  const theme = useRouteLoaderData<typeof loader>('root')?.theme
  const [, renderAgain] = useState(false)
  useEffect(() => {
    document.documentElement.dataset.ready = 'true'
    // `Scripts` removes the preload links of the first page when it next renders, which makes Chromium lay out the whole page
    // again. Rendering here keeps that out of the next navigation.
    setTimeout(renderAgain, renderAgainAfterMs, true)
  }, [])
  return (
    <html lang="en" data-theme={theme ?? undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  )
}

export default function Root({ loaderData: { zone, flash } }: { loaderData: { zone: string; flash: Flash | null } }) {
  useReportTimeZone(zone)
  return (
    <>
      <Outlet />
      <ToastRegion flash={flash} />
    </>
  )
}

/** Reports the browser's time zone to the server in a cookie, so that it renders local times. */
function useReportTimeZone(zone: string): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone
    const cookie = `heed_zone=${encodeURIComponent(browserZone)}`
    if (browserZone === zone || document.cookie.includes(cookie)) return
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API isn't in every browser yet
    document.cookie = `${cookie}; Path=/console; Max-Age=31536000; SameSite=Lax`
    revalidate()
  }, [zone, revalidate])
}

export function ErrorBoundary() {
  return <ErrorPage {...useErrorPageProps()} />
}
