import type { Command } from 'commander'
import { Strict } from '../../platform/schemas.ts'
import { slugSchema } from '../../workspaces/create.ts'
import type { CommandIo } from '../command-io.ts'
import { asOperator, parseOptions, withInstance } from '../run-command.ts'
import { createDemo, type Demo } from './create-demo.ts'

const DemoOptions = Strict({ slug: slugSchema })

export function demoCommand(program: Command, io: CommandIo): void {
  program
    .command('demo')
    .description('create a workspace with example data and an API key with every scope')
    .option('--slug <slug>', 'the slug in the addresses of the workspace', 'demo')
    .option('--json', 'print one JSON object')
    .action(({ json, ...options }) =>
      withInstance(io, 'demo', { json }, async (instance) => {
        const { slug } = parseOptions(DemoOptions, options)
        const { publicUrl, trackedCustomerCaps } = instance.settings
        const demo = await asOperator(instance, '', (scope) => createDemo(scope, slug, trackedCustomerCaps))
        return { result: { ...demo, url: `${publicUrl}/api/v1` }, text: formatDemo(demo, publicUrl) }
      }),
    )
}

const formatDemo = ({ workspace, key, counts }: Demo, publicUrl: string): string =>
  [
    `Workspace ${workspace.slug} is ready: ${workspace.name}, a fictional team calendar, with nine months of example data.`,
    `${counts.feedback} requests on ${counts.boards} boards, ${counts.votes} votes by ${counts.customers} customers,`,
    `${counts.comments} comments, ${counts.roadmapItems} roadmap items, ${counts.changelogEntries} changelog entries.`,
    '',
    'This API key has every scope. Save it now: it will not be shown again.',
    `  ${key}`,
    '',
    'While the server is running (npm start), open:',
    `  Portal:  ${publicUrl}/p/${workspace.slug}`,
    `  Console: ${publicUrl}/console/w/${workspace.slug}`,
    '',
    'Or call the API:',
    `  curl -H 'Authorization: Bearer ${key}' '${publicUrl}/api/v1/feedback?stage=planned&limit=3'`,
  ].join('\n')
