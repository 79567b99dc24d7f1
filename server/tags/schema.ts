import { named, pageQuery, type Static, Strict, Type, Uuid } from '../platform/schemas.ts'

export const Tag = named(
  'Tag',
  Type.Object({
    id: Uuid(),
    name: Type.String(),
    color: Type.String({ pattern: '^#[0-9a-f]{6}$', examples: ['#22aa55'] }),
  }),
)
export type Tag = Static<typeof Tag>

export const TagPageQuery = Strict(pageQuery)
export type TagPageQuery = Static<typeof TagPageQuery>
