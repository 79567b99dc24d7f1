import type { PublicRoadmapStatus } from '../../roadmap/public.ts'

/** Every text of the roadmap. */
export const roadmapMessages = {
  title: 'Roadmap',
  lead: (workspace: string) => `What ${workspace} means to do, is doing and has done.`,
  leadVotes: 'Votes say what matters most to you.',
  description: (workspace: string) => `What ${workspace} plans, works on and has finished.`,
  columns: { planned: 'Planned', in_progress: 'In progress', done: 'Done' } satisfies Record<
    PublicRoadmapStatus,
    string
  >,
  jump: 'Columns',
  target: (status: PublicRoadmapStatus, target: string) => (status === 'done' ? target : `Expected ${target}`),
  items: (count: number) => (count === 1 ? '1 item' : `${count.toLocaleString('en')} items`),
  empty: {
    planned: 'Nothing is planned at the moment.',
    in_progress: 'Nothing is being worked on at the moment.',
    done: 'Nothing has been finished yet.',
  } satisfies Record<PublicRoadmapStatus, string>,
  first: (shown: number, count: number) =>
    `The first ${shown.toLocaleString('en')} of ${count.toLocaleString('en')} are shown.`,
  latest: (shown: number, count: number) =>
    `The latest ${shown.toLocaleString('en')} of ${count.toLocaleString('en')} are shown.`,
  all: {
    planned: 'All that is planned',
    in_progress: 'All that is in progress',
    done: 'All that is done',
  } satisfies Record<PublicRoadmapStatus, string>,
}
