import { consoleSorts } from '#server/feedback/console/list.ts'
import { stages } from '#server/feedback/schema.ts'
import { OneOf, type Static, Strict, Text, Type, Uuid } from '#server/platform/schemas.ts'
import { compileValidator } from '#server/platform/validation.ts'

const RequestListQuery = Strict({
  stage: Type.Optional(OneOf([...stages])),
  board: Type.Optional(Uuid()),
  search: Type.Optional(Text({ min: 1, max: 200 })),
  sort: Type.Optional(OneOf([...consoleSorts])),
  after: Type.Optional(Type.String({ maxLength: 500 })),
})

const names = Object.keys(RequestListQuery.properties)
const check = compileValidator(RequestListQuery, '')

/** What an address asks the list for. A form sends empty what is not filtered; what cannot be read filters nothing. */
export function parseRequestListQuery(params: URLSearchParams): Static<typeof RequestListQuery> {
  const said = Object.fromEntries(
    names.flatMap((name) => {
      const value = params.get(name)?.trim()
      return value ? [[name, value]] : []
    }),
  )
  for (const { path } of check(said)) delete said[path.slice(1)]
  return said as Static<typeof RequestListQuery>
}
