import { registerApp } from '../../server/apps/registrations/register.ts'
import { grantAccess } from '../../server/test/fixtures/apps.ts'
import type { BrowserApp, ConsoleWorkspace, SignedInTeamMember } from './browser-app.ts'

/** Connects two apps to a workspace, and registers one of its own. */
export async function seedApps(
  { testApp }: BrowserApp,
  workspace: ConsoleWorkspace,
  { memberId }: SignedInTeamMember,
): Promise<void> {
  const access = (name: string, scopes: ('feedback:read' | 'roadmap:read' | 'changelog:write')[]) =>
    grantAccess(testApp, { id: workspace.id }, { memberId, name, scopes })
  await access('Release notes bot', ['feedback:read', 'changelog:write'])
  await access(`Assistant ${'with a long name '.repeat(4)}`.trim(), ['feedback:read', 'roadmap:read'])
  await workspace.write((tx) =>
    registerApp(tx, { name: 'Weekly report', redirectUris: ['https://reports.example.com/callback'] }),
  )
}
