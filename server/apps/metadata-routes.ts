import type { FastifyInstance, FastifyReply } from 'fastify'
import { metadataBase, resourcePaths } from '../platform/http/api/resource.ts'
import { authorizationServerMetadata, protectedResourceMetadata } from './metadata.ts'

const serverBase = '/.well-known/oauth-authorization-server'

interface MetadataSettings {
  publicUrl: string
  oauthDynamicRegistration: boolean
}

/**
 * Serves the discovery documents: where the authorization server is (RFC 9728), and what it supports (RFC 8414). Some
 * clients append the path of the resource to the path of the latter, so it is served there too.
 */
export function metadataRoutes(http: FastifyInstance, settings: MetadataSettings): void {
  const serve = (path: string, document: object) => {
    const body = JSON.stringify(document)
    http.get(path, (_request, reply) => sendDocument(reply, body))
    http.options(path, (_request, reply) => sendPreflight(reply))
  }
  const { api, mcp } = resourcePaths
  const server = authorizationServerMetadata(settings)
  for (const suffix of ['', api, mcp]) serve(serverBase + suffix, server)
  serve(metadataBase, protectedResourceMetadata(settings, 'api'))
  serve(metadataBase + api, protectedResourceMetadata(settings, 'api'))
  serve(metadataBase + mcp, protectedResourceMetadata(settings, 'mcp'))
}

// Documents change only with the settings. Apps in browsers may read them.
const sendDocument = (reply: FastifyReply, body: string) =>
  reply
    .headers({ 'cache-control': 'public, max-age=300', 'access-control-allow-origin': '*' })
    .type('application/json; charset=utf-8')
    .send(body)

/** MCP clients in browsers send the version of their protocol along. */
const sendPreflight = (reply: FastifyReply) =>
  reply
    .code(204)
    .headers({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET',
      'access-control-allow-headers': '*',
      'access-control-max-age': '3600',
    })
    .send()
