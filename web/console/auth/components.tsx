import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { LinkButton } from '../../ui/buttons/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { authMessages } from '../messages/auth.ts'

const { fields } = authMessages

export function AuthHeader({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header className="entrance-head">
      <h1>{title}</h1>
      {children && <p>{children}</p>}
    </header>
  )
}

/** The other ways on, in a quiet line below the form. */
export function AuthFooter({ children }: { children: ReactNode }) {
  return <div className="entrance-foot">{children}</div>
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

/** Instead of a form, when a link is good no more. */
export function LinkExpired({ words, to }: { words: LinkExpiredMessages; to: string }) {
  return (
    <>
      <AuthHeader title={words.title}>{words.text}</AuthHeader>
      <LinkButton to={to} className="entrance-wide">
        {words.action}
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

/** Whose account a link is about. The browser keeps the new password with it. */
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

/** The six digits of a message or an app; a longer one of those that were kept. */
export function CodeField({ label = fields.code, isLong }: { label?: string; isLong?: boolean }) {
  return (
    <Field name="code" label={label}>
      <TextInput
        className="entrance-code"
        data-long={isLong ? '' : undefined}
        inputMode={isLong ? 'text' : 'numeric'}
        autoComplete={isLong ? 'off' : 'one-time-code'}
        spellCheck={false}
        autoCapitalize="none"
        required
        maxLength={40}
        // This field is what the page is for.
        autoFocus
      />
    </Field>
  )
}
