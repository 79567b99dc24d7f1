import { invalid } from '../../platform/problems.ts'
import { feedbackStatuses, stages } from '../schema.ts'
import type { StageState, UndoableTransition } from './set-stages.ts'

/**
 * A bulk operation in a text that a form can carry: a hundred moves fit into a cookie. Ids stand in base64url, 22
 * characters each, behind what they have in common: `pending..approved.~` and the ids.
 */
export function encodeUndo(moves: UndoableTransition[]): string {
  const groups = new Map<string, string>()
  for (const { id, from, to } of moves) {
    const head = [from, to].flatMap(({ status, productStage }) => [status, productStage ?? '']).join('.')
    groups.set(head, (groups.get(head) ?? '') + shortId(id))
  }
  return [...groups].map(([head, ids]) => `${head}~${ids}`).join('!')
}

/** @throws 400 for a text that `movesText` did not make. */
export const decodeUndo = (text: string): UndoableTransition[] => text.split('!').flatMap(decodeGroup)

const form = /^([a-z_]+)\.([a-z_]*)\.([a-z_]+)\.([a-z_]*)~((?:[\w-]{22})+)$/

function decodeGroup(text: string): UndoableTransition[] {
  const [, fromModeration, fromStage, toModeration, toStage, ids] = form.exec(text) ?? []
  if (ids === undefined) throw unreadable()
  const from = decodeState(fromModeration!, fromStage!)
  const to = decodeState(toModeration!, toStage!)
  return ids.match(/.{22}/g)!.map((id) => ({ id: wholeId(id), from, to }))
}

function decodeState(status: string, productStage: string): Omit<StageState, 'stage'> {
  const known = feedbackStatuses.find((one) => one === status)
  const stage = productStage === '' ? null : stages.find((one) => one === productStage && one !== 'pending')
  if (known === undefined || stage === undefined) throw unreadable()
  return { status: known, productStage: stage as StageState['productStage'] }
}

const unreadable = () => invalid([{ path: '/moves', message: 'cannot be read; nothing was changed' }])

const shortId = (id: string): string => Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')

const wholeId = (short: string): string =>
  Buffer.from(short, 'base64url')
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
