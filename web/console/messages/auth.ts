/** Texts of the pages before one is in: signing in, links that are good once, the set-up. */
export const authMessages = {
  titleOf: (page: string) => `${page} · Heed`,
  fields: {
    email: 'E-mail address',
    password: 'Password',
    newPassword: 'New password',
    passwordHelp: 'At least 12 characters. A few words that only you put together are best.',
    code: 'Code',
    name: 'Your name',
    nameHelp: 'Your team and your customers see it beside what you write.',
  },

  signIn: {
    title: 'Sign in',
    lead: 'To the workspace of your team.',
    submit: 'Sign in',
    code: 'Send me a code instead',
    or: 'or',
    forgotten: 'Forgotten your password?',
    noAccount: 'No account yet? Somebody of your team can invite you.',
  },
  notSetUp: {
    title: 'Nobody has an account here yet',
    text: 'The first one is made with the set-up link, which the server prints when it starts. This prints a new one:',
    command: 'npx heed setup-link',
  },

  code: {
    title: 'Check your mail',
    lead: (email: string) =>
      `If ${email} is known here, a code of six digits is on its way. It is good for 10 minutes.`,
    leadWithout: 'Type the address that you asked with, and the six digits of the message.',
    submit: 'Sign in',
    again: 'Send another code',
    sentAgain: 'Another code is on its way. The one before is no longer valid.',
    back: 'Use your password',
  },

  secondStep: {
    title: 'Second step',
    lead: 'Type the six digits that your authenticator app shows now.',
    backupTitle: 'Use a backup code',
    backupLead: 'Type one of the codes that you kept when you turned the second step on. Each is good once.',
    backupCode: 'Backup code',
    submit: 'Sign in',
    useBackup: 'Use a backup code',
    useApp: 'Use the authenticator app',
    back: 'Begin again',
  },

  signedOut: 'You are signed out.',

  forgotten: {
    title: 'Choose a new password',
    lead: 'We mail you a link that lets you choose one.',
    submit: 'Send the link',
    sentTitle: 'Check your mail',
    sent: (email: string) =>
      `If ${email} is known here, a message is on its way. Its link is good once, for 15 minutes.`,
    sentWithout: 'If the address is known here, a message is on its way. Its link is good once, for 15 minutes.',
    nothing:
      'Nothing came? Look into the folder for junk mail. The operator of this server can also make a link for you.',
    again: 'Ask for another link',
    back: 'Back to signing in',
  },

  reset: {
    title: 'Choose a new password',
    lead: 'You are signed out everywhere else when you do.',
    submit: 'Change the password and sign in',
    done: 'Your password is changed. You are signed out everywhere else.',
    over: {
      title: 'This link is no longer valid',
      text: 'It was used, or is too old, or a newer one was sent.',
      action: 'Ask for another link',
    },
  },

  invitation: {
    title: (workspace: string) => `Join ${workspace}`,
    as: {
      owner: 'You are invited to the team as an owner.',
      admin: 'You are invited to the team as an admin.',
      member: 'You are invited to the team as a member.',
    },
    join: 'Join the team',
    signedInAs: (name: string, email: string) => `You are signed in as ${name}, ${email}.`,
    haveAccount: (email: string) => `${email} has an account here. Sign in, and you come back to this page.`,
    signIn: 'Sign in to join',
    wrong: (invited: string, present: string) =>
      `The invitation is for ${invited}, and you are signed in as ${present}.`,
    signOut: 'Sign out and go on',
    stay: 'Stay signed in, and leave the invitation',
    done: (workspace: string) => `You are in the team of ${workspace} now.`,
    over: {
      title: 'This invitation is no longer valid',
      text: 'It was accepted, or taken back, or is older than a week. Ask whoever invited you for another one.',
      action: 'To the start',
    },
  },

  setup: {
    title: 'Set up Heed',
    lead: 'Make the first account and a workspace for your team. This page works once.',
    you: 'You',
    emailHelp: 'You sign in with it. Nothing is mailed to it now.',
    workspace: 'Your workspace',
    workspaceHelp:
      'One for each product or company. Whoever runs this server makes more with: npx heed workspace create',
    name: 'Name of the workspace',
    nameExample: 'Acme',
    slug: 'Short name',
    slugHelp: 'In addresses: small letters of a to z, digits and hyphens. It can be changed later.',
    waiting: 'Workspaces that nobody is in yet',
    waitingHelp: 'They become yours as well. Leave the fields above empty if you want no other.',
    submit: 'Set up and go in',
    done: 'Everything is ready.',
    over: {
      title: 'This link is no longer valid',
      text: 'Heed was set up with it, or the server has printed a newer one since.',
      action: 'Sign in',
    },
  },
}
