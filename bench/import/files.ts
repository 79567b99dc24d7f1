import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** The contract's figure (issue 17): how much is imported in five minutes. */
export const fullSize = { requests: 100_000, votes: 1_000_000, comments: 300_000, customers: 50_000 }

const words =
  'calendar sync export dark mobile offline search filter invoice team report webhook login theme board tag merge email digest widget portal api limit import backup'.split(
    ' ',
  )

/** Writes CSV files in the shape of Quackback's export, which has the most columns. @returns their names */
export async function writeExport(folder: string, share: number): Promise<void> {
  const [requests, votes, comments, customers] = Object.values(fullSize).map((each) => Math.round(each * share)) as [
    number,
    number,
    number,
    number,
  ]
  const random = randomNumbers(42)
  const pick = (max: number) => Math.floor(random() * max)
  const text = (count: number) => Array.from({ length: count }, () => words[pick(words.length)]).join(' ')
  const at = () => new Date(Date.UTC(2024, 0, 1) + pick(600 * 86_400) * 1_000).toISOString()
  const person = (number: number) => `Person ${number},person${number}@example.com`
  const statuses = ['Open', 'Open', 'Open', 'Planned', 'In Progress', 'Shipped', 'Closed']
  const write = (name: string, header: string, count: number, row: (index: number) => string) =>
    pipeline(Readable.from(lines(header, count, row)), createWriteStream(join(folder, name)))
  await write(
    'posts.csv',
    'id,title,content,status,tags,board,author_name,author_email,vote_count,created_at',
    requests,
    (index) =>
      `p${index},"${text(5)} ${index}","${text(40)}",${statuses[pick(statuses.length)]},"${text(1)}",Ideas ${pick(5)},${person(pick(customers))},0,${at()}`,
  )
  // Each customer votes for requests of their own, so that no vote repeats.
  const perRequest = votes / requests
  await write('post_votes.csv', 'id,post_id,voter_email,source_type,created_at', votes, (index) => {
    const request = Math.floor(index / perRequest)
    return `v${index},p${request},person${(request * 7 + index * 13) % customers}@example.com,,${at()}`
  })
  await write(
    'post_comments.csv',
    'id,post_id,parent_id,author_name,author_email,is_team_member,is_private,moderation_state,content,created_at,updated_at',
    comments,
    (index) => {
      const isReply = index % 3 === 2
      const request = isReply ? (index - 1) % requests : index % requests
      return `c${index},p${request},${isReply ? `c${index - 1}` : ''},${person(pick(customers))},false,false,published,"${text(20)}",${at()},`
    },
  )
}

function* lines(header: string, count: number, row: (index: number) => string): Generator<string> {
  let block = `${header}\n`
  for (let index = 0; index < count; index++) {
    block += `${row(index)}\n`
    if (index % 1_000 < 999) continue
    yield block
    block = ''
  }
  yield block
}

/** Mulberry32: the same numbers in every run. */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
