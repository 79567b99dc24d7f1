import type { Provider, Tracker } from './tracker.ts'

/** Every tracker, loaded when it is first used. A new one is a line here and a folder. */
const loaders: Record<Provider, () => Promise<Tracker>> = {
  linear: async () => (await import('./providers/linear/index.ts')).linear,
  github: async () => (await import('./providers/github/index.ts')).github,
  jira: async () => (await import('./providers/jira/index.ts')).jira,
}

export const loadTracker = (provider: Provider): Promise<Tracker> => loaders[provider]()
