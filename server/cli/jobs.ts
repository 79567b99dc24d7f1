import type { Command } from 'commander'
import { countJobs, listDeadJobs } from '../platform/jobs/metrics.ts'
import { invalid } from '../platform/problems.ts'
import { queues } from '../queues.ts'
import type { CommandIo } from './command-io.ts'
import { withInstance } from './run-command.ts'

export function jobCommands(program: Command, io: CommandIo): void {
  const jobs = program.command('jobs').description('list background jobs and retry failed ones')

  jobs
    .command('list')
    .description('count the jobs of each queue and show why jobs failed')
    .option('--json', 'print one JSON object')
    .action(({ json }) =>
      withInstance(io, 'jobs list', { json }, async ({ database }) => {
        const [counts, dead] = [await countJobs(database.pool), await listDeadJobs(database.pool)]
        const lines = [
          ...counts.map(({ queue, state, count, oldest }) => `${queue}\t${state}\t${count}\tsince ${oldest}`),
          ...dead.map(({ queue, id, reason }) => `${queue}\t${id}\t${reason}`),
        ]
        return { result: { jobs: counts, dead }, text: lines.join('\n') || 'There are no jobs.' }
      }),
    )

  jobs
    .command('retry')
    .description('retry the failed jobs of a queue')
    .argument('<queue>', queues.map(({ name }) => name).join(', '))
    .option('--json', 'print one JSON object')
    .action((name: string, { json }) =>
      withInstance(io, 'jobs retry', { json }, async (instance) => {
        const queue = queues.find((each) => each.name === name)
        const names = queues.map((each) => each.name).join(', ')
        if (!queue) throw invalid([{ path: '/queue', message: `must be one of ${names}` }])
        let retried = 0
        for (;;) {
          const dead = await listDeadJobs(instance.database.pool, name)
          if (dead.length === 0) break
          await instance.jobs.retryDead(
            queue,
            dead.map(({ id }) => id),
          )
          retried += dead.length
        }
        return {
          result: { queue: name, retried },
          text: `${retried} ${retried === 1 ? 'job' : 'jobs'} will be retried.`,
        }
      }),
    )
}
