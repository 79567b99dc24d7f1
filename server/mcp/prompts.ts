import { invalid } from '../platform/problems.ts'
import { dataBlock, dataBlockRule } from './data-block.ts'
import type { Arguments } from './tool-arguments.ts'

/** Runs a tool that reads, as the caller. @throws if the operation refuses. */
export type ReadThroughTool = (toolName: string, args: Arguments) => Promise<unknown>

// Each request is read by a call of its own, which counts in the limits.
const maxLinked = 20

interface PromptDefinition {
  name: string
  title: string
  description: string
  arguments: { name: string; title: string; description: string; required: boolean }[]
}

export interface Prompt {
  definition: PromptDefinition
  /** The tools it reads with. The prompt is listed for those who may call them all. */
  toolNames: string[]
  /** Returns the texts of the prompt: our instructions, then data. @throws 400 for arguments that it cannot use */
  write(args: Record<string, string>, read: ReadThroughTool): Promise<string[]>
}

const triage: Prompt = {
  definition: {
    name: 'triage_new_feedback',
    title: 'Triage new feedback',
    description: 'Goes through the requests that wait for review and proposes what to do with each.',
    arguments: [
      { name: 'board', title: 'Board', description: 'The UUID or slug of a board. Default: all.', required: false },
      {
        name: 'limit',
        title: 'How many',
        description: 'At most this many requests, 1 to 100. Default: 10.',
        required: false,
      },
    ],
  },
  toolNames: ['list_feedback'],
  async write({ board, limit }, read) {
    const pending = await read('list_feedback', {
      stage: 'pending',
      limit: limit === undefined ? 10 : Number(limit),
      ...(board !== undefined && { board }),
    })
    return [
      `Triage the feedback requests below, which wait for review in Heed.
${dataBlockRule}

For each request:
1. Search for requests that ask for the same with list_feedback and its search argument, using two or three different words.
2. Propose one of: approve it (set_feedback_stage with in_review), plan it (promote_feedback), close it (closed), treat it as spam (set_feedback_status with spam), or treat it as a duplicate of another request, which you name. The team merges duplicates in the console.
3. Give the reason in one sentence.

Show one table with title, votes, proposal and reason, ordered by votes. Change nothing until the user agrees.`,
      dataBlock(pending),
    ]
  },
}

const draftEntry: Prompt = {
  definition: {
    name: 'draft_changelog_entry',
    title: 'Draft a changelog entry',
    description: 'Writes a changelog entry about completed requests and saves it as a draft.',
    arguments: [
      {
        name: 'feedbackIds',
        title: 'Requests',
        description: `UUIDs of at most ${maxLinked} requests that the entry is about, separated by commas. Default: those completed last.`,
        required: false,
      },
      {
        name: 'audience',
        title: 'Audience',
        description: 'Whom to write for. Default: all customers.',
        required: false,
      },
    ],
  },
  toolNames: ['get_feedback', 'list_feedback', 'list_changelog', 'list_tags'],
  async write({ feedbackIds, audience }, read) {
    const ids = (feedbackIds ?? '')
      .split(',')
      .map((id) => id.trim())
      .filter(Boolean)
    if (ids.length > maxLinked) {
      throw invalid([{ path: 'feedbackIds', message: `must have at most ${maxLinked} ids` }])
    }
    const requests =
      ids.length > 0
        ? await Promise.all(ids.map((id) => read('get_feedback', { id })))
        : await read('list_feedback', { stage: 'completed' })
    const [earlier, tags] = [
      await read('list_changelog', { state: 'published', limit: 3 }),
      await read('list_tags', {}),
    ]
    return [
      `Draft a changelog entry about the completed requests below${audience ? `, written for this audience: ${JSON.stringify(audience)}` : ''}.
${dataBlockRule}

1. Say what customers can do now, in the present tense and in their words. Do not quote or name a customer.
2. Take length and tone from the earlier entries. The body is Markdown.
3. Choose fitting tags by their ids, and link the requests with linkedFeedbackIds.
4. Show the draft. When the user agrees, save it with create_changelog_entry. Do not publish or schedule it: publishing emails customers.

The data has three parts: the requests, the latest published entries, and the tags.`,
      dataBlock({ requests, earlierEntries: earlier, tags }),
    ]
  },
}

export const prompts = new Map([triage, draftEntry].map((prompt) => [prompt.definition.name, prompt]))
