import { locale } from '#i18n/locale.ts'
import { Html, html } from '../formats/html.ts'
import { renderMarkdownBlocks } from '../formats/markdown.ts'
import type { LegalLink } from '../legal-links.ts'
import { mailLayoutMessages } from './messages.ts'

// Gmail clips a message at about 100 KB, and the clipped part would hold the unsubscribe link.
const bodyMaxBytes = 60_000

export interface MailBody {
  /** With inline styles, for the HTML part. */
  styled: Html
  /** Without styles, to convert to the text part. */
  plain: Html
  /** False if only the beginning fits. */
  isComplete: boolean
}

/** Renders Markdown from its beginning, up to `maxBytes` of markup, in whole blocks (paragraphs, lists, tables). */
export function renderMailBody(
  source: string,
  { filesBase, maxBytes = bodyMaxBytes }: { filesBase: string | null; maxBytes?: number },
): MailBody {
  let styled = ''
  let plain = ''
  let bytes = 0
  for (const block of renderMarkdownBlocks(source, filesBase)) {
    const next = inlineStyles(block)
    bytes += Buffer.byteLength(next)
    if (bytes > maxBytes) return { styled: new Html(styled), plain: new Html(plain), isComplete: false }
    styled += next
    plain += block
  }
  return { styled: new Html(styled), plain: new Html(plain), isComplete: true }
}

const mono = "font-family:ui-monospace,'SF Mono',Menlo,Consolas,monospace;font-size:13px"
const cell = 'padding:6px 8px;border-bottom:1px solid #e5e2dd;vertical-align:top'

// Inline styles for the light theme: some mail clients ignore style sheets. `darkModeCss` holds the dark theme.
const styles: Record<string, string> = {
  h2: 'margin:28px 0 8px;font-size:20px;line-height:1.3;font-weight:600',
  h3: 'margin:24px 0 8px;font-size:16px;line-height:1.3;font-weight:600',
  h4: 'margin:20px 0 8px;font-size:16px;line-height:1.3;font-weight:600',
  h5: 'margin:20px 0 8px;font-size:16px;line-height:1.3;font-weight:600',
  h6: 'margin:20px 0 8px;font-size:16px;line-height:1.3;font-weight:600',
  p: 'margin:0 0 16px',
  ul: 'margin:0 0 16px;padding:0 24px',
  ol: 'margin:0 0 16px;padding:0 24px',
  li: 'margin:0 0 4px',
  a: 'color:#2c5bcb',
  img: 'max-width:100%;height:auto;border:0;border-radius:6px',
  pre: `margin:0 0 16px;padding:12px 16px;background:#f4f2ef;border-radius:6px;white-space:pre-wrap;line-height:1.5;${mono}`,
  code: mono,
  blockquote: 'margin:0 0 16px;padding:0 16px;border-inline-start:3px solid #d9d5cf;color:#5f5a53',
  hr: 'margin:24px 0;border:0;border-top:1px solid #e5e2dd',
  table: 'margin:0 0 16px;border-collapse:collapse',
  th: `${cell};font-weight:600`,
  td: cell,
}

/** Returns the style of a tag in its context. */
const styleFor = (name: string, attributes: string, offset: number): string | undefined => {
  // Block markup starts with its tag, so a list at an offset is nested.
  if ((name === 'ul' || name === 'ol') && offset > 0) return 'margin:4px 0 0;padding:0 24px'
  return name === 'th' && !attributes.includes('align=') ? `${styles.th};text-align:start` : styles[name]
}

/** Adds the styles to each tag. In sanitized markup, `<` appears only at the start of a tag. */
const inlineStyles = (markup: string): string =>
  markup.replaceAll(/<([a-z][a-z0-9]*)([^>]*)/g, (tag, name: string, attributes: string, offset: number) => {
    const style = styleFor(name, attributes, offset)
    return style === undefined ? tag : `<${name} style="${style}"${attributes}`
  })

const darkModeCss = `
  :root { color-scheme: light dark; supported-color-schemes: light dark }
  @media (prefers-color-scheme: dark) {
    .page { background: #151412 !important }
    .card { background: #1e1d1a !important; border-color: #35322d !important }
    .text, .body { color: #ebe8e3 !important }
    .quiet, .body blockquote { color: #a8a299 !important }
    .reason { background: #232a3a !important; border-color: #8cabf5 !important }
    .page a { color: #8cabf5 !important }
    .page .quiet a { color: #a8a299 !important }
    .page .button { background: #8cabf5 !important; color: #151412 !important }
    .body pre, .code { background: #2a2824 !important }
    .body blockquote, .body hr, .body th, .body td { border-color: #45413a !important }
  }
  @media (max-width: 480px) {
    .card > tbody > tr > td { padding: 24px 20px !important }
  }`

const font = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
export const mutedStyle = 'color:#655f57;font-size:14px;line-height:1.5'

/** Renders a body inside the card. */
export const mailBodyHtml = ({ styled }: MailBody): Html =>
  html`<div class="body" dir="auto" lang="" style="color:#1f1d1a;font-size:16px;line-height:1.55">
${styled}
</div>`

/** Renders the main link of an email. */
export const actionLink = (url: string, label: string): Html =>
  html`<p style="margin:24px 0 0;font-size:16px;line-height:1.5"><a href="${url}" style="${styles.a!};font-weight:600">${label}</a></p>`

export interface MailLayout {
  workspaceName: string
  title: string
  /** The preview text that mail clients show after the subject in a list of messages. */
  preheader: string
  content: Html
  /** Why the recipient gets this email; shown below the card. */
  footer: string
  /** Null if there is nothing to unsubscribe from. */
  unsubscribeUrl: string | null
  /** The workspace’s legal pages, in mail to its customers. */
  links?: LegalLink[]
}

/** Renders the HTML part: readable without images, without the style sheet, and on a phone. */
export const renderMailLayout = ({
  workspaceName,
  title,
  preheader,
  content,
  footer,
  unsubscribeUrl,
  links = [],
}: MailLayout): string =>
  renderMailPage({
    title,
    preheader,
    width: 600,
    content: html`<p class="quiet" dir="auto" style="margin:0 0 24px;${mutedStyle};font-weight:600">${workspaceName}</p>
<h1 class="text" dir="auto" style="margin:0 0 12px;font-size:24px;line-height:1.25;font-weight:600;color:#1f1d1a">${title}</h1>
${content}`,
    footer: html`${footer}${
      unsubscribeUrl &&
      html`<br><a href="${unsubscribeUrl}" style="color:#655f57">${mailLayoutMessages.unsubscribe}</a>`
    }${links.map(({ label, url }, index) => html`${index === 0 ? html`<br>` : ' · '}<a href="${url}" style="color:#655f57">${label}</a>`)}`,
  })

interface MailPage extends Pick<MailLayout, 'title' | 'content'> {
  /** Null if mail clients should show the beginning of the content. */
  preheader: string | null
  /** The width of the card, in pixels. */
  width: number
  footer: Html
}

/** Renders a card with a footer below it, in the reader's light or dark theme. */
export const renderMailPage = ({ title, preheader, width, content, footer }: MailPage): string =>
  html`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${title}</title>
<style>${new Html(darkModeCss)}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f4f2ef;-webkit-text-size-adjust:100%">
${preheader && html`<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${preheader}</div>`}
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#f4f2ef;table-layout:fixed">
<tr><td align="center" style="padding:24px 12px">
<!--[if mso]><table role="presentation" width="${width}" cellpadding="0" cellspacing="0"><tr><td><![endif]-->
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:${width}px;table-layout:fixed;border-collapse:separate;background:#ffffff;border:1px solid #e5e2dd;border-radius:10px">
<tr><td style="padding:32px;text-align:start;${font};overflow-wrap:anywhere;word-break:break-word">
${content}
</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
<p class="quiet" style="max-width:${width - 64}px;margin:16px auto 0;padding:0 12px;text-align:center;color:#655f57;font-size:13px;line-height:1.5;${font};overflow-wrap:anywhere">${footer}</p>
</td></tr>
</table>
</body>
</html>
`.text

/** Renders a highlighted sentence. */
export const callout = (text: string): Html =>
  html`<p class="text reason" dir="auto" style="margin:0 0 24px;padding:12px 16px;background:#eef3fd;border-inline-start:3px solid #2c5bcb;border-radius:6px;color:#1f1d1a;font-size:16px;line-height:1.5">${text}</p>`

/** Replaces line breaks and control characters with spaces: for headers, and for text quoted in a sentence. */
export const oneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
