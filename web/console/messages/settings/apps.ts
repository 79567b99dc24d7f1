import { defineMessages } from '#i18n/messages.ts'

/** Texts of the pages about connected apps, in the settings and on the account page. */
export const appsMessages = defineMessages({
  title: 'Connected apps',
  about: 'Apps and assistants that members have connected to this workspace. Each can do at most what its member can.',
  list: 'Connected apps',
  empty: 'No apps are connected yet',
  emptyText:
    'When a member connects an app or an assistant, it appears here with its permissions. You can disconnect it at any time.',
  name: 'App',
  permissions: 'Permissions',
  permissionCount: '{count, plural, one {# permission} other {# permissions}}',
  connectedBy: 'Connected by',
  lastUsed: 'Last used',
  never: 'Never',
  revoke: 'Disconnect…',
  revokeOf: 'Disconnect {name}…',
  revokeTitle: 'Disconnect “{name}”?',
  revokeText: 'The app loses access immediately. It can be connected again later.',
  revokeConfirm: 'Disconnect app',
  revoked: '“{name}” has been disconnected.',

  registered: {
    title: 'Your own apps',
    about: 'Apps that your developers build for this workspace. Only its members can connect them.',
    list: 'Registered apps',
    add: 'Register an app',
    empty: 'Register an app to get a client ID for it.',
    copy: 'Copy client ID',
    delete: 'Delete…',
    deleteOf: 'Delete {name}…',
    deleteTitle: 'Delete “{name}”?',
    deleteText: 'Everyone who connected it is disconnected immediately. You can’t undo this.',
    deleteConfirm: 'Delete app',
    deleted: '“{name}” has been deleted.',
  },

  newAbout: 'For an app that uses the API on behalf of the people who connect it. It gets a client ID and no secret.',
  back: 'Connected apps',
  appName: 'Name',
  appNameHelp: 'People see it when they connect the app.',
  redirectUris: 'Redirect URLs',
  redirectUrisHelp:
    'Where people return to, one per line: an https address, http://127.0.0.1/… for a program on a device, or a scheme like com.example.app:/…',
  create: 'Register app',
  cancel: 'Cancel',
  created: '“{name}” has been registered.',

  own: {
    title: 'Connected apps',
    about: 'Apps and assistants that act for you. They stay connected when you sign out.',
    list: 'Your connected apps',
    empty: 'You haven’t connected any apps.',
    since: 'Since',
    used: 'Last used',
  },
})
