import type { ApiScope } from '#server/platform/http/api/scopes.ts'
import { Checkbox } from '../../../ui/forms/choice.tsx'
import { FieldNotes, FieldSet, useFieldState } from '../../../ui/forms/field.tsx'
import { tokensMessages as messages } from '../../messages/settings/tokens.ts'

type Group = keyof typeof messages.scopeGroups

const groupOf: Record<ApiScope, Group> = {
  'feedback:read': 'feedback',
  'feedback:write': 'feedback',
  'comments:write': 'feedback',
  'roadmap:read': 'roadmap',
  'roadmap:write': 'roadmap',
  'changelog:read': 'changelog',
  'changelog:write': 'changelog',
  'boards:read': 'boards',
  'boards:write': 'boards',
  'customers:read': 'customers',
  'customers:write': 'customers',
  'events:read': 'events',
  'webhooks:read': 'events',
  'webhooks:write': 'events',
  'workspace:read': 'workspace',
}

const groups = Map.groupBy(Object.keys(groupOf) as ApiScope[], (scope) => groupOf[scope])

/** Lists the permissions by resource. */
export function ScopePicker() {
  const state = useFieldState('scopes', {})
  return (
    <div className="flex flex-col gap-6" id={state.id} tabIndex={-1}>
      <FieldNotes control={state} help={undefined} />
      {[...groups].map(([group, scopes]) => (
        <FieldSet key={group} legend={messages.scopeGroups[group].label} help={messages.scopeGroups[group].help}>
          <div className="grid items-start gap-3 sm:grid-cols-2">
            {scopes.map((scope) => (
              <Checkbox
                key={scope}
                name="scopes"
                value={scope}
                label={
                  <>
                    {messages.scopes[scope].label} <code className="text-12 text-muted">{scope}</code>
                  </>
                }
                help={messages.scopes[scope].help}
              />
            ))}
          </div>
        </FieldSet>
      ))}
    </div>
  )
}
