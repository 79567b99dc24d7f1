import { named, pageQuery, type Static, Strict, Text, Type, Uuid } from '../platform/schemas.ts'

export const Tag = named(
  'Tag',
  Type.Object({
    id: Uuid(),
    name: Type.String(),
    color: Type.String({ pattern: '^#[0-9a-f]{6}$', examples: ['#22aa55'] }),
  }),
)
export type Tag = Static<typeof Tag>

const name = Text({ min: 1, max: 50 })
const color = Type.String({ pattern: '^#[0-9a-f]{6}$' })

export const TagCreate = Strict({ name, color })
export type TagCreate = Static<typeof TagCreate>

export const TagUpdate = Strict({ name: Type.Optional(name), color: Type.Optional(color) }, { minProperties: 1 })
export type TagUpdate = Static<typeof TagUpdate>

export const TagPageQuery = Strict(pageQuery)
export type TagPageQuery = Static<typeof TagPageQuery>
