import { defineMessages } from '#i18n/messages.ts'

/** Texts of the signed-out pages: sign-in, one-time links, and setup. */
export const authMessages = defineMessages({
  pageTitle: '{page} · {product}',
  fields: {
    email: 'Email address',
    password: 'Password',
    newPassword: 'New password',
    passwordHelp: 'At least 12 characters. A phrase of several unrelated words works well.',
    code: 'Code',
    name: 'Your name',
    nameHelp: 'Your team and your customers see this name next to what you write.',
  },

  signIn: {
    title: 'Sign in',
    lead: 'Welcome back. Sign in to your team’s workspace.',
    submit: 'Sign in',
    emailCode: 'Email me a code instead',
    or: 'or',
    forgotPassword: 'Forgot your password?',
    noAccount: 'No account yet? Ask a member of your team to invite you.',
  },
  notSetUp: {
    title: 'Heed isn’t set up yet',
    text: 'Create the first account with the setup link that the server prints when it starts. To print a new link, run:',
    command: '{heed} setup-link',
  },

  code: {
    title: 'Check your email',
    lead: 'If {email} has an account here, we’ve sent a six-digit code. It expires in 10 minutes.',
    leadWithoutEmail: 'Enter your email address and the six-digit code we sent you.',
    submit: 'Sign in',
    resend: 'Send another code',
    resent: 'We’ve sent another code. The previous one no longer works.',
    usePassword: 'Use your password',
  },

  twoFactor: {
    title: 'Two-factor authentication',
    lead: 'Enter the six-digit code from your authenticator app.',
    backupTitle: 'Use a backup code',
    backupLead: 'Enter one of the codes you saved when you turned on two-factor authentication. Each code works once.',
    backupCode: 'Backup code',
    submit: 'Sign in',
    useBackup: 'Use a backup code',
    useApp: 'Use your authenticator app',
    startOver: 'Start over',
  },

  signedOut: 'You’ve been signed out.',

  forgotPassword: {
    title: 'Reset your password',
    lead: 'We’ll email you a link to choose a new password.',
    submit: 'Send link',
    sentTitle: 'Check your email',
    sent: 'If {email} has an account here, we’ve sent a link. It works once and expires in 15 minutes.',
    sentWithoutEmail:
      'If that address has an account here, we’ve sent a link. It works once and expires in 15 minutes.',
    notReceived:
      'If it doesn’t arrive, check your spam folder. Your server’s administrator can also create a link for you.',
    noMail: 'This server can’t send email. Ask its administrator to create a link for you with this command:',
    noMailCommand: '{heed} account reset-link --email you@example.com',
    requestAgain: 'Request another link',
    backToSignIn: 'Back to sign in',
  },

  resetPassword: {
    title: 'Choose a new password',
    lead: 'You’ll be signed out everywhere else.',
    submit: 'Change password and sign in',
    changed: 'Your password has been changed. You’ve been signed out everywhere else.',
    expired: {
      title: 'This link has expired',
      text: 'It was already used, is too old, or was replaced by a newer one.',
      action: 'Request another link',
    },
  },

  invitation: {
    title: 'Join {workspace}',
    invitedAs: {
      owner: 'You’ve been invited to the team as an owner.',
      admin: 'You’ve been invited to the team as an admin.',
      member: 'You’ve been invited to the team as a member.',
    },
    join: 'Join the team',
    signedInAs: 'You’re signed in as {name} ({email}).',
    hasAccount: '{email} already has an account. Sign in, and you’ll return to this page.',
    signIn: 'Sign in to join',
    wrongAccount: 'This invitation is for {invited}, but you’re signed in as {current}.',
    signOut: 'Sign out and continue',
    stay: 'Stay signed in and ignore the invitation',
    joined: 'You’ve joined {workspace}.',
    expired: {
      title: 'This invitation has expired',
      text: 'It was already accepted, was revoked, or is more than a week old. Ask your team for a new one.',
      action: 'Go to the home page',
    },
  },

  setup: {
    title: 'Set up Heed',
    lead: 'Create the first account and a workspace for your team. This page works once.',
    account: 'You',
    emailHelp: 'You’ll sign in with this address. We won’t email it yet.',
    workspace: 'Your workspace',
    workspaceHelp:
      'Use one for each product or company. To add more later, run this on the server: {heed} workspace create',
    workspaceName: 'Workspace name',
    workspaceNameExample: 'Acme',
    slug: 'Slug',
    slugHelp: 'Used in URLs: lowercase letters a to z, digits, and hyphens. You can change it later.',
    unclaimed: 'Workspaces without members',
    unclaimedHelp: 'You’ll own these too. Leave the fields above empty if you don’t need another workspace.',
    submit: 'Finish setup',
    completed: 'Welcome to Heed. Your workspace is ready.',
    expired: {
      title: 'This link has expired',
      text: 'It was already used to set up Heed, or the server has printed a newer one.',
      action: 'Sign in',
    },
  },
})
