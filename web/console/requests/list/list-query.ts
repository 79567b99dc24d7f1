import { checked } from '#server/console/form.ts'
import { consoleSorts } from '#server/feedback/console-list.ts'
import { stages } from '#server/feedback/schema.ts'
import { OneOf, type Static, Strict, Text, Type, Uuid } from '#server/platform/schemas.ts'

const ListQuery = Strict({
  stage: Type.Optional(OneOf([...stages])),
  board: Type.Optional(Uuid()),
  search: Type.Optional(Text({ min: 1, max: 200 })),
  sort: Type.Optional(OneOf([...consoleSorts])),
  after: Type.Optional(Type.String({ maxLength: 500 })),
})

/** What an address asks the list for; a form sends empty what is not filtered. @throws 400 for what no link of ours says */
export function listQuery(params: URLSearchParams): Static<typeof ListQuery> {
  const said = Object.keys(ListQuery.properties).flatMap((name) => {
    const value = params.get(name)?.trim()
    return value ? [[name, value]] : []
  })
  return checked(ListQuery, Object.fromEntries(said))
}
