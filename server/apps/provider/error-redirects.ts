import type { errors, KoaContextWithOIDC, Provider } from 'oidc-provider'
import { html } from '../../platform/formats/html.ts'
import { type HtmlPage, htmlPageHeaders, renderHtmlPage } from '../../platform/http/pages/html-page.ts'
import { appMessages as messages } from '../messages.ts'
import { oauthPaths } from '../metadata.ts'
import { redirectTarget } from '../redirect-uris.ts'
import { consentUrl } from './consent-cookie.ts'

/**
 * Shows an error of an authorization request as a page with a link to the app, instead of redirecting to it. Anybody
 * can publish a client with any redirect URI, so a request that cannot succeed would immediately redirect visitors from
 * a trusted host to an unknown one, or into a native app that their browser opens for this host without asking (RFC
 * 9700, section 4.11.2). After a person has decided, errors are sent to the app directly.
 */
export function showErrorsBeforeRedirects(provider: Provider): void {
  const consentPages = consentUrl(provider.issuer, '')
  const reasons = new WeakMap<KoaContextWithOIDC, string>()
  provider.on('authorization.error', (ctx, error: errors.OIDCProviderError) =>
    reasons.set(ctx, error.error_description ?? error.message),
  )
  provider.use(async (ctx: KoaContextWithOIDC, next) => {
    await next()
    const location: string | undefined = ctx.response.get('location')
    if (ctx.path !== oauthPaths.authorization || !location || location.startsWith(consentPages)) return
    const page = errorPage(reasons.get(ctx) ?? 'server_error', location)
    ctx.remove('location')
    ctx.status = 400
    ctx.set(htmlPageHeaders(page))
    ctx.body = renderHtmlPage(page)
  })
}

/** @param location the redirect URI of the app with the error, so its scheme is one that can be registered */
const errorPage = (reason: string, location: string): HtmlPage => ({
  title: messages.rejected.title,
  owner: null,
  body: html`<h1>${messages.rejected.title}</h1>
<p>${messages.rejected.text({ reason })}</p>
<p><a href="${location}" rel="noreferrer">${messages.returnTo({ target: redirectTarget(location) })}</a></p>`,
})
