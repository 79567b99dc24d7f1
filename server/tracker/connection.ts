import type { TrackerGuidance, TrackerPreview } from './schema.ts'

type Connection = TrackerPreview['connection']

/** How the workspace is connected to its tracker. None can be connected yet, so every workspace is `missing`. */
export function connectionOf(publicUrl: string): Connection & { guidance: TrackerGuidance } {
  return {
    provider: null,
    status: 'missing',
    guidance: {
      action: 'connect',
      message: 'No issue tracker is connected to this workspace. Connect one in its settings, then send again.',
      url: `${publicUrl}/console/settings/tracker`,
    },
  }
}
