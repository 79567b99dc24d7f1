import { isUuid } from '../../platform/ids.ts'
import { notFound } from '../../platform/problems.ts'
import type { Viewer } from '../auth/session.ts'
import type { PortalContext } from '../http/context.ts'
import { type PortalResponse, redirectTo } from '../http/response.ts'
import type { RequestBody } from '../http/route.ts'

type ViewerHandler = (context: PortalContext, viewer: Viewer, body: RequestBody) => Promise<PortalResponse>

// Keeps people's own text out of the browser's cache, which the next person at a shared computer could read.
const unstored = { 'cache-control': 'private, no-store' }

/** Wraps a handler that needs a viewer; sends signed-out visitors to sign in, then back. */
export const forViewer =
  (handle: ViewerHandler) =>
  async (
    context: PortalContext,
    body: RequestBody = { form: new FormData(), json: undefined },
  ): Promise<PortalResponse> => {
    if (context.viewer === null) {
      // The form that withdraws an edit is on the page that changes it.
      const next = context.path.replace(/\/withdraw$/, '')
      return redirectTo(context, `/sign-in?${new URLSearchParams({ next })}`)
    }
    const response = await handle(context, context.viewer, body)
    return response.kind === 'page' ? { ...response, headers: { ...response.headers, ...unstored } } : response
  }

/** Returns an id from the path. @throws 404 for a malformed id */
export function idParam({ params }: PortalContext, name: 'id' | 'comment'): string {
  const id = params[name] ?? ''
  if (!isUuid(id)) throw notFound()
  return id
}
