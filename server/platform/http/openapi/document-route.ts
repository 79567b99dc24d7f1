import { createHash } from 'node:crypto'
import { Type } from '../../schemas.ts'
import type { Feature } from '../api/operations.ts'
import { RawResponse } from '../api/response.ts'

/** Serves the OpenAPI document (specification, Versioning 2). It is built once, since it changes only with the version. */
export const openApiDocumentRoute =
  (specification: () => object): Feature =>
  (api) => {
    let response: RawResponse | null = null
    api.get(
      '/openapi.json',
      {
        operationId: 'getOpenApiDocument',
        summary: 'Get this document',
        tag: 'Workspace',
        scope: 'public',
        responses: { 200: Type.Object({ openapi: Type.String() }, { description: 'An OpenAPI 3.1 document.' }) },
      },
      () => {
        if (response === null) {
          const body = JSON.stringify(specification())
          const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
          response = new RawResponse(body, { etag, 'cache-control': 'public, max-age=300' })
        }
        return response
      },
    )
  }
