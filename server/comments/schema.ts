import { Submitter } from '../customers/schema.ts'
import {
  Nullable,
  named,
  OneOf,
  pageQuery,
  type Static,
  Strict,
  Text,
  Timestamp,
  Type,
  Uuid,
} from '../platform/schemas.ts'

export const Comment = named(
  'Comment',
  Type.Object({
    id: Uuid(),
    body: Type.String(),
    kind: OneOf(['comment', 'staff_reply']),
    author: Type.Object({
      type: OneOf(['customer', 'staff', 'anonymous']),
      name: Nullable(Type.String()),
    }),
    parentId: Nullable(Uuid('The comment that this one replies to.')),
    isInternal: Type.Boolean({ description: 'A team note: never on the portal.' }),
    createdAt: Timestamp(),
    updatedAt: Timestamp(),
  }),
)
export type Comment = Static<typeof Comment>

export const CommentPageQuery = Strict(pageQuery)
export type CommentPageQuery = Static<typeof CommentPageQuery>

export const CommentCreate = named(
  'CommentCreate',
  Strict({
    body: Text({ min: 1, max: 10_000 }),
    kind: Type.Optional(OneOf(['comment', 'staff_reply'], { description: 'Default: `comment`.' })),
    submitter: Type.Optional(Submitter),
    authorName: Type.Optional(
      Text({ min: 1, max: 100, description: 'Only with `staff_reply`. Default: the name of the workspace.' }),
    ),
    parentId: Type.Optional(Uuid('A comment of the same thread that is not itself a reply.')),
    isInternal: Type.Optional(Type.Boolean({ description: 'Only with `staff_reply`: a team note. Default: false.' })),
  }),
)
export type CommentCreate = Static<typeof CommentCreate>
