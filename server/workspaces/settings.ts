import { permit } from '../platform/authorization.ts'
import { Nullable, type Static, Strict, Text, Type } from '../platform/schemas.ts'
import type { Scope } from '../platform/scope.ts'
import { slugSchema } from './create.ts'
import { MailSenderUpdate } from './mail-sender.ts'
import { workspaceCan } from './permissions.ts'
import type { Plan } from './schema.ts'

const { senderName, replyTo } = MailSenderUpdate.properties

/** The fields that the settings page can change; null clears a field. */
export const WorkspaceUpdate = Strict(
  {
    name: Type.Optional(Text({ min: 1, max: 100 })),
    slug: Type.Optional(slugSchema),
    timeZone: Type.Optional(Type.String({ format: 'timezone', maxLength: 64 })),
    senderName: Type.Optional(Nullable(senderName)),
    replyTo: Type.Optional(Nullable(replyTo)),
    logoUrl: Type.Optional(Nullable(Type.String({ 'x-text': true, format: 'logo-url', maxLength: 2048 }))),
    accentColor: Type.Optional(Nullable(Type.String({ pattern: '^#[0-9a-f]{6}$' }))),
  },
  { minProperties: 1 },
)
export type WorkspaceUpdate = Static<typeof WorkspaceUpdate>

export interface WorkspaceSettings {
  name: string
  slug: string
  plan: Plan
  /** An IANA time zone name, in which the overview counts days. */
  timeZone: string
  /** Null: the workspace's name is used. */
  senderName: string | null
  /** Null: the instance's `MAIL_FROM` is used. */
  replyTo: string | null
  logoUrl: string | null
  accentColor: string | null
  createdAt: string
}

export const selectWorkspaceSettings = ({ db, workspaceId }: Scope) =>
  db
    .selectFrom('workspaces')
    .select([
      'name',
      'slug',
      'plan',
      'time_zone as timeZone',
      'sender_name as senderName',
      'reply_to as replyTo',
      'logo_url as logoUrl',
      'accent_color as accentColor',
      'created_at as createdAt',
    ])
    .where('workspace_id', '=', workspaceId)

/** Rejects actors who cannot see the settings. @throws 403 */
export const requireSettingsAccess = ({ actor }: Scope): void => permit(workspaceCan(actor).seeSettings)

/** Loads the settings of a workspace, for every role: every page shows some of them. */
export const getWorkspaceSettings = (scope: Scope): Promise<WorkspaceSettings> =>
  selectWorkspaceSettings(scope).executeTakeFirstOrThrow()
