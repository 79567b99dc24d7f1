import { defineMessages } from '#i18n/messages.ts'

/** Texts of the page where a person decides whether to connect an app. */
export const authorizeMessages = defineMessages({
  pageTitle: 'Connect {app} · {product}',
  title: 'Connect “{app}”?',
  about: 'This app is asking for access to one of your workspaces on your behalf.',
  claim: {
    host: 'Heed doesn’t check the names of apps. Continue only if you started this yourself and trust {host}.',
    device:
      'Heed doesn’t check the names of apps. Continue only if you started this yourself, in a program on this device.',
  },
  publishedAt: 'App from',
  returnsTo: 'Returns to',
  loopback: 'A program on this device ({host})',
  nativeApp: 'An app on this device ({scheme})',
  registeredBy: 'Registered by',
  workspace: 'Workspace',
  workspaceHelp: 'The app can’t reach any other workspace.',
  chooseWorkspace: 'Switch',
  allowed: 'The app will be able to',
  notAllowed: 'Not included, because of your role',
  notAllowedText: 'The app also asked for this. In {workspace}, only owners and admins can allow it.',
  nothingAllowed:
    'Your role in {workspace} doesn’t let you grant any of the permissions that this app asks for. Ask an owner or admin.',
  disconnect: 'You can disconnect the app at any time on your account page.',
  allow: 'Connect app',
  deny: 'Cancel',
  signedInAs: 'Signed in as {email}',
  switchAccount: 'Use another account',
  noWorkspace: {
    title: 'You aren’t a member of any workspace',
    text: 'Apps connect to a workspace. Ask its owner to invite {email}, or cancel to go back to the app.',
    registered: 'This app was registered for a workspace that you aren’t a member of.',
  },
  expired: {
    title: 'This request has expired',
    text: 'Go back to the app and connect it again.',
    action: 'Open Heed',
  },
  changed: 'You’re now signed in with another account. Check what you’re about to allow.',
  deniedReason: 'The person declined the request.',
})
