import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'

/** Starts a proxy that adds a token to every request, for programs that cannot send one. @returns its origin. */
export async function startAuthorizingProxy(target: string, token: string): Promise<string> {
  const { hostname, port } = new URL(target)
  const server = createServer((incoming, outgoing) => {
    const { url, method, headers } = incoming
    const forwarded = request(
      { hostname, port, path: url, method, headers: { ...headers, authorization: `Bearer ${token}` } },
      (response) => {
        outgoing.writeHead(response.statusCode!, response.headers)
        response.pipe(outgoing)
      },
    )
    forwarded.on('error', () => outgoing.destroy())
    incoming.pipe(forwarded)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
