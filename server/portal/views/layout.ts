import { createHash } from 'node:crypto'
import { displayName } from '../../customers/names.ts'
import { Html, html } from '../../platform/formats/html.ts'
import type { Assets } from '../http/assets.ts'
import { type PortalContext, type Section, sections } from '../http/context.ts'
import type { PageResponse, PreviewImage } from '../http/response.ts'
import { cardUrl } from '../images/cards.ts'
import { cardSize } from '../images/draw-card.ts'
import { commonMessages } from '../messages/common.ts'
import { createAccent } from './accent.ts'
import { initialOf } from './initial.ts'
import { legalNavigation } from './legal.ts'
import { avatar } from './person.ts'

export interface RenderedDocument {
  body: string
  policy: string
}

/** Renders a page in the frame of the portal, with its Content-Security-Policy (level 3). */
export function renderDocument(context: PortalContext, page: PageResponse, assets: Assets): RenderedDocument {
  const accent = accentStyle(context)
  const body = html`<!doctype html>
<html lang="en"${context.theme && html` data-theme="${context.theme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${headElements(context, page)}
${assets.font && html`<link rel="preload" href="${assets.font}" as="font" type="font/woff2" crossorigin>`}
${assets.style && html`<link rel="stylesheet" href="${assets.style}">`}
${accent && new Html(`<style>${accent}</style>`)}
${assets.script && html`<script type="module" src="${assets.script}"></script>`}
</head>
<body>
<a class="skip" href="#main">${commonMessages.skip}</a>
${pageHeader(context, page)}
<main id="main" class="${page.isWide ? 'main wide' : 'main'}" tabindex="-1">
${page.body}
</main>
${pageFooter(context, page.isWide)}
</body>
</html>
`.text
  return { body, policy: policyOf(accent, imageSources(context, page)) }
}

function headElements(context: PortalContext, page: PageResponse): Html {
  const { base, portalUrl, workspace } = context
  const { title, description, canonical } = page
  const isHome = title === workspace.name
  return html`<title>${isHome ? title : commonMessages.pageTitle({ title, workspace: workspace.name })}</title>
${description && html`<meta name="description" content="${description}">`}
${
  canonical === null
    ? html`<meta name="robots" content="noindex">`
    : html`<link rel="canonical" href="${portalUrl}${canonical}">
<meta property="og:type" content="${page.type}">
<meta property="og:site_name" content="${workspace.name}">
<meta property="og:title" content="${title}">
${description && html`<meta property="og:description" content="${description}">`}
<meta property="og:url" content="${portalUrl}${canonical}">
${previewImage(context, page)}`
}
<link rel="icon" href="${base}/icon.svg" type="image/svg+xml">
${feedLinks(portalUrl, workspace)}
${page.head}`
}

/**
 * Renders the image for link previews: the page's own, or a card, whose size is known. Private portals have no cards.
 */
function previewImage(context: PortalContext, { image, title, hasCard, canonical }: PageResponse): Html {
  const { workspace } = context
  if (image === null && workspace.access === 'private') return html`<meta name="twitter:card" content="summary">`
  const { url, alt, width, height } = image ?? cardPreview(context, hasCard ? canonical : null, title)
  return html`<meta property="og:image" content="${url}">
${
  width && height
    ? html`<meta property="og:image:width" content="${width}">
<meta property="og:image:height" content="${height}">
`
    : null
}${alt ? html`<meta property="og:image:alt" content="${alt}">\n` : null}<meta name="twitter:card" content="summary_large_image">`
}

/** @param path of the page, if it has a card of its own; null for the workspace's card */
const cardPreview = (context: PortalContext, path: string | null, title: string): PreviewImage => ({
  url: cardUrl(context, path, title),
  alt: path === null ? context.workspace.name : commonMessages.cardAlt({ title, workspace: context.workspace.name }),
  ...cardSize,
})

const feedLinks = (portalUrl: string, { name, sections, access }: PortalContext['workspace']): Html | null =>
  !sections.changelog || access === 'private'
    ? null
    : html`<link rel="alternate" type="application/atom+xml" title="${name}" href="${portalUrl}/changelog/atom.xml">
<link rel="alternate" type="application/rss+xml" title="${name}" href="${portalUrl}/changelog/rss.xml">
<link rel="alternate" type="application/feed+json" title="${name}" href="${portalUrl}/changelog/feed.json">`

const homes: Record<Section, string> = { requests: '/', roadmap: '/roadmap', changelog: '/changelog' }

function pageHeader({ base, workspace, viewer }: PortalContext, page: PageResponse): Html {
  const canRead = workspace.access === 'public' || viewer !== null
  return html`<header class="top">
<div class="top-row${page.isWide ? ' wide' : ''}">
<a class="brand" href="${base}/">${brandOf(workspace)}</a>
<nav class="sections" aria-label="${commonMessages.navigation}">
${sections
  .filter((section) => canRead && workspace.sections[section])
  .map(
    (section) =>
      html`<a href="${base}${homes[section]}"${page.section === section ? html` aria-current="page"` : null}>${commonMessages.sections[section]}</a>
`,
  )}
</nav>
${
  viewer === null
    ? html`<a class="button quiet" href="${base}/sign-in">${commonMessages.signIn}</a>`
    : html`<a class="me" href="${base}/me">${avatar(displayName(viewer.publicName))}<span class="me-word">${commonMessages.account}</span></a>`
}
</div>
</header>`
}

const brandOf = ({ name, logoUrl }: PortalContext['workspace']): Html =>
  logoUrl === null
    ? html`<span class="mark" aria-hidden="true">${initialOf({ name, email: null })}</span><span class="brand-name" dir="auto">${name}</span>`
    : html`<img class="logo" src="${logoUrl}" alt="" referrerpolicy="no-referrer"><span class="brand-name" dir="auto">${name}</span>`

const themes = ['system', 'light', 'dark'] as const

const pageFooter = ({ base, theme, workspace, path }: PortalContext, isWide: boolean): Html =>
  html`<footer class="foot">
<div class="foot-row${isWide ? ' wide' : ''}">
<p><span dir="auto">${workspace.name}</span>${workspace.showsBranding ? html` · ${commonMessages.poweredBy}` : null}</p>
${legalNavigation(workspace)}
<form method="post" action="${base}/appearance" class="appearance" data-appearance>
<input type="hidden" name="next" value="${path}">
<span id="appearance">${commonMessages.theme.label}</span>
<div role="group" aria-labelledby="appearance">
${themes.map(
  (choice) =>
    html`<button name="theme" value="${choice}" aria-pressed="${String((theme ?? 'system') === choice)}">${commonMessages.theme[choice]}</button>
`,
)}
</div>
</form>
</div>
</footer>`

/** Returns the workspace's color as two pairs of variables, from which the style sheet derives every accent. */
function accentStyle({ workspace: { accentColor } }: PortalContext): string | null {
  if (accentColor === null) return null
  const { light, dark } = createAccent(accentColor)
  return `:root{--own-light:${light.color};--own-light-on:${light.on};--own-dark:${dark.color};--own-dark-on:${dark.on}}`
}

/** Returns where images come from: this host, the logo's, and any other over https only for text of the team. */
function imageSources({ workspace: { logoUrl } }: PortalContext, { hasTeamImages }: PageResponse): string[] {
  if (hasTeamImages) return ['https:']
  return logoUrl !== null && URL.canParse(logoUrl) ? [new URL(logoUrl).origin] : []
}

/** Allows scripts and styles from this host only. Customers' text has no images. */
const policyOf = (accent: string | null, images: string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self'${accent === null ? '' : ` 'sha256-${createHash('sha256').update(accent).digest('base64')}'`}`,
    "font-src 'self'",
    `img-src ${["'self'", 'data:', ...images].join(' ')}`,
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
