import { type ApiScope, apiScopes } from '../platform/http/api/scopes.ts'

export interface ScopePreset {
  id: string
  name: string
  /** Says in one sentence what such a key is for. */
  purpose: string
  scopes: readonly ApiScope[]
}

/** Scopes that belong together, so that people need not choose each one. */
export const scopePresets: readonly ScopePreset[] = [
  {
    id: 'read_only',
    name: 'Read only',
    purpose: 'Dashboards and exports: reads requests, roadmap, changelog, and statistics, and changes nothing.',
    scopes: ['feedback:read', 'roadmap:read', 'changelog:read', 'workspace:read'],
  },
  {
    id: 'submit_feedback',
    name: 'Submit feedback',
    purpose: 'A form or widget in your product: submits requests and comments for your customers.',
    scopes: ['feedback:read', 'feedback:write', 'comments:write'],
  },
  {
    id: 'publish_changelog',
    name: 'Publish the changelog',
    purpose: 'A release pipeline: writes entries, links requests and publishes.',
    scopes: ['feedback:read', 'changelog:read', 'changelog:write'],
  },
  {
    id: 'plan_roadmap',
    name: 'Plan the roadmap',
    purpose: 'A planning tool: moves requests and roadmap items.',
    scopes: ['feedback:read', 'feedback:write', 'roadmap:read', 'roadmap:write'],
  },
  {
    id: 'sync_customers',
    name: 'Sync customers',
    purpose: 'A CRM or your product’s database: keeps customers and companies up to date, with their email addresses.',
    scopes: ['customers:read', 'customers:write'],
  },
  {
    id: 'follow_changes',
    name: 'Follow changes',
    purpose: 'An integration that reacts to changes: reads events and manages webhooks, but not those about customers.',
    scopes: ['events:read', 'webhooks:read', 'webhooks:write'],
  },
  {
    id: 'everything',
    name: 'Everything',
    purpose: 'Everything the API can do in this workspace.',
    scopes: apiScopes,
  },
]

/** Finds the preset with exactly these scopes; null if they were chosen one by one. */
export const findScopePreset = (scopes: readonly string[]): ScopePreset | null =>
  scopePresets.find(
    (preset) => preset.scopes.length === scopes.length && preset.scopes.every((s) => scopes.includes(s)),
  ) ?? null
