import type { Command } from 'commander'
import { Strict } from '../../platform/schemas.ts'
import { slugSchema } from '../../workspaces/create.ts'
import { asOperator, parseOptions, withInstance } from '../run-command.ts'
import { createDemo, type Demo } from './create-demo.ts'

const DemoOptions = Strict({ slug: slugSchema })

export function demoCommand(program: Command): void {
  program
    .command('demo')
    .description('make a workspace full of examples, with a key that may do everything')
    .option('--slug <slug>', 'its name in addresses', 'demo')
    .option('--json', 'print one JSON object')
    .action(({ json, ...options }) =>
      withInstance('demo', { json }, async (instance) => {
        const { slug } = parseOptions(DemoOptions, options)
        const { publicUrl, trackedCustomerCaps } = instance.settings
        const demo = await asOperator(instance, '', (scope) => createDemo(scope, slug, trackedCustomerCaps))
        const url = `${publicUrl}/api/v1`
        return { result: { ...demo, url }, text: formatDemo(demo, url) }
      }),
    )
}

const formatDemo = ({ workspace, key, counts }: Demo, url: string): string =>
  [
    `Workspace ${workspace.slug} is ready: ${workspace.name}, a fictional team calendar, nine months on.`,
    `${counts.feedback} requests on ${counts.boards} boards, ${counts.votes} votes by ${counts.customers} customers,`,
    `${counts.comments} comments, ${counts.roadmapItems} roadmap items, ${counts.changelogEntries} changelog entries.`,
    '',
    'Its key may do everything. Keep it: it is not shown again.',
    `  ${key}`,
    '',
    'With the server running (npm start), try:',
    `  curl -H 'Authorization: Bearer ${key}' '${url}/feedback?stage=planned&limit=3'`,
  ].join('\n')
