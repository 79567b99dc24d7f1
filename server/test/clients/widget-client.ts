import { Signer } from '../../platform/crypto/secret-key.ts'
import { getPortalSettings } from '../../portal/settings/settings.ts'
import { updatePortal } from '../../portal/settings/update.ts'
import { createWidgetToken, widgetTokenPurpose } from '../../portal/settings/widget-token.ts'
import { type TestApp, type TestWorkspace, testSecretKey } from '../test-app.ts'

const signer = new Signer(testSecretKey, widgetTokenPurpose)

/** Returns the current widget token. */
export async function currentWidgetToken({ id, write }: Pick<TestWorkspace, 'id' | 'write'>): Promise<string> {
  const { widgetGeneration } = await write(getPortalSettings)
  return createWidgetToken(signer, { workspaceId: id, generation: widgetGeneration })
}

type Settings = Parameters<typeof updatePortal>[1]

export const setPortalSettings = ({ write }: Pick<TestWorkspace, 'write'>, settings: Settings) =>
  write((tx) => updatePortal(tx, settings, { publicUrl: 'http://heed.test' }))

export interface WidgetResponse {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect
  body: any
}

/** Calls a portal as a script on a page of an origin does. Leaves out undefined headers. */
export function createWidgetClient({ origin: heed }: TestApp, { slug }: Pick<TestWorkspace, 'slug'>, origin?: string) {
  return async (
    method: 'GET' | 'POST' | 'OPTIONS',
    path: string,
    { body, ...headers }: { body?: unknown } & Record<string, unknown> = {},
  ): Promise<WidgetResponse> => {
    const sent = Object.entries({ origin, ...headers }).filter(([, value]) => value !== undefined) as [string, string][]
    const answer = await fetch(`${heed}/p/${slug}${path}`, {
      method,
      redirect: 'manual',
      headers: [...sent, ...(body === undefined ? [] : [['content-type', 'application/json'] as [string, string]])],
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, body: text === '' ? null : JSON.parse(text) }
  }
}
