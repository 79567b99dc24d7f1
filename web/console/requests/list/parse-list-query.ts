import { consoleSorts } from '#server/feedback/console/list.ts'
import { stages } from '#server/feedback/schema.ts'
import { OneOf, type Static, Strict, Text, Type, Uuid } from '#server/platform/schemas.ts'
import { createValidator } from '#server/platform/validation.ts'

const RequestListQuery = Strict({
  stage: Type.Optional(OneOf([...stages])),
  board: Type.Optional(Uuid()),
  search: Type.Optional(Text({ min: 1, max: 200 })),
  unanswered: Type.Optional(OneOf(['1'])),
  sort: Type.Optional(OneOf([...consoleSorts])),
  after: Type.Optional(Type.String({ maxLength: 500 })),
})

const names = Object.keys(RequestListQuery.properties)
const check = createValidator(RequestListQuery, '')

/** Parses the list’s query. Ignores empty parameters, which the form sends for unused filters, and invalid ones. */
export function parseRequestListQuery(params: URLSearchParams): Static<typeof RequestListQuery> {
  const query = Object.fromEntries(
    names.flatMap((name) => {
      const value = params.get(name)?.trim()
      return value ? [[name, value]] : []
    }),
  )
  for (const { path } of check(query)) delete query[path.slice(1)]
  return query as Static<typeof RequestListQuery>
}
