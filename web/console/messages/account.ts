/** Texts of the pages of one's own account. */
export const accountMessages = {
  title: 'Your account',
  titleOf: (page: string) => `${page} · Your account`,
  back: (workspace: string) => `Back to ${workspace}`,
  signOut: 'Sign out',

  profile: {
    title: 'Profile',
    name: 'Name',
    nameHelp: 'Your team and your customers see it beside what you write.',
    email: 'E-mail address',
    emailHelp: 'You sign in with it, and it cannot be changed. With another address you are invited anew.',
    save: 'Save',
    saved: 'Your name is changed.',
  },

  password: {
    title: 'Password',
    change: 'Changing it signs you out everywhere but here.',
    first: 'You sign in with a code so far. With a password you need no mail to do so.',
    current: 'Current password',
    next: 'New password',
    help: 'At least 12 characters. A few words that only you put together are best.',
    save: 'Change the password',
    set: 'Set the password',
    saved: 'Your password is changed. You are signed out everywhere else.',
  },

  secondStep: {
    title: 'Second step',
    on: 'On',
    off: 'Off',
    about:
      'After password or code you are asked for six digits of an authenticator app. Who has your password alone does not get in.',
    turnOn: 'Turn it on',
    turnOff: 'Turn it off',
    offTitle: 'Turn the second step off?',
    offText: 'Password or code alone are enough then. The backup codes are no longer valid.',
    password: 'Your password',
    turnedOff: 'The second step is off.',
    turnedOn: 'The second step is on.',
    back: 'Your account',
    begin: 'You need an authenticator app, such as the one of your password manager or telephone.',
    proceed: 'Go on',
    add: '1. Add Heed to your app',
    addText:
      'Let the app read the code with its camera. Or open the link on the device with the app, or type the key into it. All are shown only now.',
    qr: 'QR code with the key',
    open: 'Open in an app of this device',
    key: 'Copy the key',
    keep: '2. Keep the backup codes',
    keepText:
      'Each lets you in once, should the app be lost. Put them where you keep passwords; they are shown only now.',
    copyCodes: 'Copy the codes',
    confirm: '3. Type what the app shows',
    confirmText: 'From then on you are asked for it when you sign in.',
    code: 'Six digits',
    lost: 'The key has been shown and is not shown again. If it is not in your app yet, begin anew.',
    anew: 'Begin anew',
  },

  sessions: {
    title: 'Where you are signed in',
    text: 'A device is signed out by itself when it was not used for 30 days.',
    list: 'Sessions',
    here: 'Here',
    seen: 'Last used',
    since: 'since',
    end: 'Sign out',
    endOf: (device: string) => `Sign out ${device}`,
    ended: 'That device is signed out.',
    everywhere: 'Sign out everywhere',
    everywhereTitle: 'Sign out everywhere?',
    everywhereText: 'Here too. You sign in again with your password or a code.',
    endedAll: 'You are signed out everywhere.',
  },

  workspaces: {
    title: 'Your workspaces',
    list: 'Workspaces',
    none: 'You are in no workspace. Somebody of a team can invite you.',
    leave: 'Leave',
    leaveOf: (workspace: string) => `Leave ${workspace}`,
    onlyOwner: 'You are its only owner. Make somebody else an owner first.',
  },

  leave: {
    title: (workspace: string) => `Leave ${workspace}?`,
    text: 'You see nothing of it any more, until somebody invites you again. What you wrote stays. You are signed out, and can sign in again for your other workspaces.',
    onlyOwner: 'A workspace needs an owner, and you are the only one. Make somebody else an owner first.',
    toMembers: 'To the members',
    confirm: 'Leave the workspace',
    stay: 'Stay',
    done: (workspace: string) => `You have left ${workspace}.`,
  },

  roles: { owner: 'Owner', admin: 'Admin', member: 'Member' },
}
