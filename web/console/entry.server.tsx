import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router'
import { requestContext } from '#server/console/request-context.ts'
import { NonceContext } from './csp-nonce.ts'

/** Renders a page as one piece, without streaming: its loaders have already finished. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const { nonce } = loadContext.get(requestContext)
  const page = (
    <NonceContext value={nonce}>
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
    </NonceContext>
  )
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Response(await render(page, nonce), { status, headers })
}

/** @throws whatever a component throws; the router then renders its error page. */
function render(page: React.ReactNode, nonce: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(page, {
      nonce,
      // Otherwise, large parts would be sent after the page and only be shown with JavaScript.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => resolve(text(pipe(new PassThrough()))),
      onShellError: reject,
    })
  })
}

/** Logs unexpected errors of loaders, actions, and components. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: RouterContextProvider },
): void {
  if (request.signal.aborted) return
  const { deps, requestId } = context.get(requestContext)
  deps.log.error({ err: error, requestId }, 'page failed')
}
