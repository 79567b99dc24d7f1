import type { Provider, Tracker } from './tracker.ts'

/** Every tracker, loaded when it is first used. A new one is a line here and a folder. */
const load: Record<Provider, () => Promise<Tracker>> = {
  linear: async () => (await import('./providers/linear/index.ts')).linear,
  github: async () => (await import('./providers/github/index.ts')).github,
  jira: async () => (await import('./providers/jira/index.ts')).jira,
}

export const trackerOf = (provider: Provider): Promise<Tracker> => load[provider]()
