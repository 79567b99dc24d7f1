import { named, OneOf, Type } from '../../schemas.ts'

/** The error object of every error response (contract §2). */
export const ErrorResponse = named(
  'Error',
  Type.Object({
    error: Type.Object({
      code: OneOf(
        [
          'validation_error',
          'unauthorized',
          'forbidden',
          'not_found',
          'method_not_allowed',
          'in_progress',
          'payload_too_large',
          'rate_limited',
          'internal_error',
        ],
        { description: 'Stable. Branch on this, not on the message.' },
      ),
      message: Type.String({ description: 'One sentence for a developer.' }),
      details: Type.Optional(
        Type.Array(
          Type.Object({
            path: Type.String({ description: 'JSON Pointer into the body, or query.…, header.…, path.id' }),
            message: Type.String(),
          }),
          { description: 'On validation_error only: every problem of the request.' },
        ),
      ),
      requestId: Type.String({
        description: 'The X-Request-Id of this response. Use it to find the request in the server log.',
      }),
    }),
  }),
)
