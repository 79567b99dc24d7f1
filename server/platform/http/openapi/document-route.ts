import { createHash } from 'node:crypto'
import { Type } from '../../schemas.ts'
import type { Feature } from '../api/operations.ts'
import { RawResponse } from '../api/response.ts'

/** The machine-readable contract (specification, Versioning 2). Made once: it changes only with the program. */
export const openApiDocumentRoute =
  (specification: () => object): Feature =>
  (api) => {
    let made: RawResponse | null = null
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
        if (made === null) {
          const body = JSON.stringify(specification())
          const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
          made = new RawResponse(body, { etag, 'cache-control': 'public, max-age=300' })
        }
        return made
      },
    )
  }
