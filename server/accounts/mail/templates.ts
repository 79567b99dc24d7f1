import { type Html, html } from '../../platform/formats/html.ts'
import { newId } from '../../platform/ids.ts'
import { oneLine, renderMailPage } from '../../platform/mail/layout.ts'
import type { MailMessage } from '../../platform/mail/mailer.ts'
import { accountMailMessages as messages } from './messages.ts'

interface Content {
  /** Makes the message id the same for each attempt. Default: a new one. */
  id?: string
  to: string
  subject: string
  /** The text above the code or the button. */
  lead: string
  code?: string
  link?: { label: string; url: string }
  /** Why the message was sent, and what to do if the recipient did not ask for it. */
  reason: string
}

/** Builds the message with a sign-in code. The code is not in the subject, which a locked phone shows. */
export const signInCodeMessage = (publicUrl: string, to: string, code: string, minutes: number): MailMessage =>
  buildAccountMessage(publicUrl, {
    to,
    subject: messages.code.subject,
    lead: messages.code.lead({ minutes }),
    code,
    reason: messages.code.reason,
  })

export const passwordResetMessage = (publicUrl: string, to: string, token: string, minutes: number): MailMessage =>
  buildAccountMessage(publicUrl, {
    to,
    subject: messages.passwordReset.subject,
    lead: messages.passwordReset.lead({ minutes }),
    link: { label: messages.passwordReset.button, url: `${publicUrl}/console/password/reset/${token}` },
    reason: messages.passwordReset.reason,
  })

interface InvitationDetails {
  email: string
  workspaceName: string
  /** Null if the operator sent the invitation. */
  inviter: string | null
  days: number
}

export function invitationMessage(publicUrl: string, token: string, invitation: InvitationDetails): MailMessage {
  const { email, inviter, days } = invitation
  const workspace = oneLine(invitation.workspaceName)
  return buildAccountMessage(publicUrl, {
    to: email,
    subject: messages.invitation.subject({ workspace }),
    lead:
      inviter === null
        ? messages.invitation.leadWithoutInviter({ workspace, days })
        : messages.invitation.lead({ inviter: oneLine(inviter), workspace, days }),
    link: { label: messages.invitation.button, url: `${publicUrl}/console/invitations/${token}` },
    reason: messages.invitation.reason,
  })
}

/** Builds a message to a person with an account. @param kind the first word of its message id */
export function buildAccountMessage(publicUrl: string, content: Content, kind = 'account'): MailMessage {
  const { hostname, host } = new URL(publicUrl)
  return {
    messageId: `${kind}.${content.id ?? newId()}@${hostname}`,
    senderName: 'Heed',
    to: { address: content.to, name: null },
    replyTo: null,
    subject: content.subject,
    text: renderText(content, host),
    html: renderHtml(content, host),
    // RFC 3834: asks vacation responders not to reply.
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}

const renderText = ({ lead, code, link, reason }: Content, host: string): string =>
  `${[lead, code ?? link?.url, ['-- ', reason, messages.instance({ host })].join('\n')].join('\n\n')}\n`

const renderHtml = ({ subject, lead, code, link, reason }: Content, host: string): string =>
  renderMailPage({
    title: subject,
    preheader: null,
    width: 480,
    content: html`<h1 class="text" style="margin:0 0 12px;font-size:20px;line-height:1.3;font-weight:600;color:#1f1d1a">${subject}</h1>
<p class="text" style="margin:0 0 20px;font-size:16px;line-height:1.5;color:#1f1d1a">${lead}</p>
${code === undefined ? null : renderCodeBox(code)}${link === undefined ? null : renderButton(link)}
<p class="quiet" style="margin:24px 0 0;font-size:14px;line-height:1.5;color:#655f57">${reason}</p>`,
    footer: html`${messages.instance({ host })}`,
  })

export const renderCodeBox = (code: string): Html =>
  html`<p class="text code" style="margin:0;padding:16px;background:#f4f2ef;border-radius:6px;text-align:center;font-family:ui-monospace,'SF Mono',Menlo,Consolas,monospace;font-size:28px;letter-spacing:0.2em;color:#1f1d1a">${code}</p>`

const renderButton = ({ label, url }: { label: string; url: string }): Html =>
  html`<p style="margin:0"><a class="button" href="${url}" style="display:inline-block;padding:10px 18px;background:#2c5bcb;border-radius:6px;color:#ffffff;font-size:16px;font-weight:600;text-decoration:none">${label}</a></p>`
