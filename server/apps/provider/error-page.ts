import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider'
import { htmlPageHeaders, noticePage, renderHtmlPage } from '../../platform/http/pages/html-page.ts'
import { appMessages as messages } from '../messages.ts'

/** Renders an error that cannot be sent to the app, because its client id or redirect URI cannot be trusted. */
export function renderAuthorizationError(
  ctx: KoaContextWithOIDC,
  { error, error_description: reason }: ErrorOut,
): void {
  const text = ctx.status >= 500 ? messages.failed.text : messages.rejected.text({ reason: reason ?? error })
  const page = noticePage(ctx.status >= 500 ? messages.failed.title : messages.rejected.title, text)
  ctx.set(htmlPageHeaders(page))
  ctx.body = renderHtmlPage(page)
}
