import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { LinkButton } from '../../ui/buttons/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { authMessages } from '../messages/auth.ts'

const { fields } = authMessages

export function AuthHeader({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header className="auth-head">
      <h1>{title}</h1>
      {children && <p>{children}</p>}
    </header>
  )
}

/** Renders the alternatives to the form in a muted line below it. */
export function AuthFooter({ children }: { children: ReactNode }) {
  return <div className="auth-foot">{children}</div>
}

export function AuthFooterLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link className="text-link" to={to}>
      {children}
    </Link>
  )
}

interface LinkExpiredMessages {
  title: string
  text: string
  action: string
}

/** Replaces the form when the one-time link has expired. */
export function LinkExpired({ messages, to }: { messages: LinkExpiredMessages; to: string }) {
  return (
    <>
      <AuthHeader title={messages.title}>{messages.text}</AuthHeader>
      <LinkButton to={to} className="auth-wide">
        {messages.action}
      </LinkButton>
    </>
  )
}

export function EmailField({ email, help }: { email?: string; help?: string }) {
  return (
    <Field name="email" label={fields.email} help={help}>
      <TextInput type="email" autoComplete="username" required defaultValue={email} />
    </Field>
  )
}

/** Shows whose account the link is for. The browser saves the new password under this address. */
export function ReadOnlyEmailField({ email }: { email: string }) {
  return (
    <Field name="email" label={fields.email}>
      <TextInput type="email" autoComplete="username" readOnly defaultValue={email} />
    </Field>
  )
}

export function PersonNameField() {
  return (
    <Field name="name" label={fields.name} help={fields.nameHelp}>
      <TextInput autoComplete="name" required maxLength={100} />
    </Field>
  )
}

export function NewPasswordField({ label = fields.password }: { label?: string }) {
  return (
    <Field name="password" label={label} help={fields.passwordHelp}>
      <TextInput type="password" autoComplete="new-password" required maxLength={128} />
    </Field>
  )
}

/** Takes a six-digit code from an email or an app, or with `isLong` a backup code. */
export function CodeField({ label = fields.code, isLong }: { label?: string; isLong?: boolean }) {
  return (
    <Field name="code" label={label}>
      <TextInput
        className="auth-code"
        data-long={isLong ? '' : undefined}
        inputMode={isLong ? 'text' : 'numeric'}
        autoComplete={isLong ? 'off' : 'one-time-code'}
        spellCheck={false}
        autoCapitalize="none"
        required
        maxLength={40}
        // The code is the only thing to enter on this page.
        autoFocus
      />
    </Field>
  )
}
