import type { Provider, Tracker } from './tracker.ts'

/** Loads each tracker on first use. To add one, add a folder and a line here. */
const loaders: Record<Provider, () => Promise<Tracker>> = {
  linear: async () => (await import('./providers/linear/index.ts')).linear,
  github: async () => (await import('./providers/github/index.ts')).github,
  jira: async () => (await import('./providers/jira/index.ts')).jira,
}

export const loadTracker = (provider: Provider): Promise<Tracker> => loaders[provider]()
