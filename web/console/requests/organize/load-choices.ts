import { listBoardChoices } from '#server/boards/choices.ts'
import { listMemberChoices } from '#server/members/choices.ts'
import type { Scope } from '#server/platform/scope.ts'
import { listTagChoices } from '#server/tags/choices.ts'
import { tagsCan } from '#server/tags/permissions.ts'

/** Loads what the owner, the board and the tags of a request are chosen from. */
export async function loadOrganizeChoices(scope: Scope) {
  const [members, boards, tags] = await Promise.all([
    listMemberChoices(scope),
    listBoardChoices(scope),
    listTagChoices(scope),
  ])
  return { members, boards, tags, me: scope.actor.id, canCreateTags: tagsCan(scope.actor).manage }
}

export type OrganizeChoices = Awaited<ReturnType<typeof loadOrganizeChoices>>
