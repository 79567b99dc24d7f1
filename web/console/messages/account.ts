import { defineMessages } from '#i18n/messages.ts'
import { roleLabels } from './labels.ts'

/** Texts of the pages of the signed-in person's own account. */
export const accountMessages = defineMessages({
  title: 'Your account',
  pageTitle: '{page} · {product}',
  back: 'Back to {workspace}',
  signOut: 'Sign out',

  profile: {
    title: 'Profile',
    name: 'Name',
    nameHelp: 'Your team and your customers see this name next to what you write.',
    email: 'Email address',
    emailHelp: 'You sign in with this address, and it can’t be changed. To use another one, ask for a new invitation.',
    save: 'Save',
    saved: 'Your name has been changed.',
  },

  password: {
    title: 'Password',
    changeText: 'Changing your password signs you out everywhere else.',
    setText: 'You sign in with emailed codes. Set a password to sign in without waiting for an email.',
    current: 'Current password',
    new: 'New password',
    help: 'At least 12 characters. A phrase of several unrelated words works well.',
    change: 'Change password',
    set: 'Set password',
    saved: 'Your password has been changed. You’ve been signed out everywhere else.',
  },

  twoFactor: {
    title: 'Two-factor authentication',
    on: 'On',
    off: 'Off',
    about:
      'After your password or emailed code, you enter six digits from an authenticator app. A stolen password alone won’t let anyone in.',
    turnOn: 'Turn on',
    turnOff: 'Turn off',
    turnOffTitle: 'Turn off two-factor authentication?',
    turnOffText: 'You’ll sign in with just your password or an emailed code. Your backup codes stop working.',
    password: 'Your password',
    turnedOff: 'Two-factor authentication is off.',
    turnedOn: 'Two-factor authentication is on.',
    back: 'Your account',
    introduction: 'You need an authenticator app, such as the one in your password manager or on your phone.',
    start: 'Continue',
    addToApp: '1. Add Heed to your app',
    addToAppText:
      'Scan the QR code with your app, open the link on the device that has the app, or type the key. They’re shown only once.',
    qrCode: 'QR code with the key',
    openApp: 'Open in an app on this device',
    copyKey: 'Copy key',
    saveBackupCodes: '2. Save your backup codes',
    saveBackupCodesText:
      'Each code signs you in once if you lose your app. Store them where you keep your passwords; they’re shown only once.',
    copyBackupCodes: 'Copy codes',
    confirm: '3. Enter the code from your app',
    confirmText: 'From then on, you’ll be asked for a code each time you sign in.',
    code: 'Six-digit code',
    keyNotShownAgain: 'For security, the key isn’t shown again. If you haven’t added it to your app yet, start over.',
    startOver: 'Start over',
  },

  sessions: {
    title: 'Where you’re signed in',
    text: 'Devices are signed out after 30 days without use.',
    list: 'Sessions',
    current: 'This device',
    lastUsed: 'Last used',
    since: 'since',
    signOut: 'Sign out',
    signOutOf: 'Sign out {device}',
    signedOut: 'That device has been signed out.',
    signOutEverywhere: 'Sign out everywhere',
    signOutEverywhereTitle: 'Sign out everywhere?',
    signOutEverywhereText: 'This includes this device. You can sign in again with your password or a code.',
    signedOutEverywhere: 'You’ve been signed out everywhere.',
  },

  workspaces: {
    title: 'Your workspaces',
    list: 'Workspaces',
    empty: 'You aren’t in a workspace yet. Ask a member of your team to invite you.',
    notifications: 'Notifications',
    notificationsOf: 'Notifications from {workspace}',
    leave: 'Leave',
    leaveWorkspace: 'Leave {workspace}',
    onlyOwner: 'You’re the only owner. Make someone else an owner first.',
  },

  leave: {
    title: 'Leave {workspace}?',
    text: 'You’ll lose access until someone invites you again. Everything you wrote will be kept. You’ll be signed out and can sign in again for your other workspaces.',
    onlyOwner: 'A workspace needs an owner, and you’re the only one. Make someone else an owner first.',
    toMembers: 'Go to members',
    confirm: 'Leave workspace',
    cancel: 'Stay',
    left: 'You’ve left {workspace}.',
  },

  roles: roleLabels,
})
