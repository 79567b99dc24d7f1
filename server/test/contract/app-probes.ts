import { authorizeApp } from '../../apps/authorize.ts'
import { revokeAuthorization, revokeOwnAuthorization } from '../../apps/end.ts'
import { listConnectedApps } from '../../apps/queries.ts'
import { deleteRegistration, listRegistrations, registerApp } from '../../apps/registrations/register.ts'
import { administrators, type PermissionProbe } from './permission-probe.ts'

const consent = {
  app: { clientId: 'x', name: 'x', clientHost: null, workspaceId: null },
  redirectUri: 'https://app.example/',
  scopes: ['feedback:read' as const],
  shownScopes: ['feedback:read'],
  resources: ['api' as const],
}

/** The verbs of apps. */
export const appProbes: Record<string, PermissionProbe> = {
  'appsCan.authorize': {
    allowed: ['owner', 'admin', 'member'],
    verbs: { revokeOwnAuthorization, authorizeApp: (tx) => authorizeApp(tx, consent) },
  },
  'appsCan.seeAll': { allowed: administrators, verbs: { listConnectedApps } },
  'appsCan.revokeAll': { allowed: administrators, verbs: { revokeAuthorization } },
  'appsCan.register': {
    allowed: administrators,
    verbs: {
      listRegistrations,
      deleteRegistration,
      registerApp: (tx) => registerApp(tx, { name: 'x', redirectUris: ['https://app.example/'] }),
    },
  },
}
