import type { GaugeDefinition } from '../../http/metrics.ts'
import type { Replica } from './replica.ts'

/** Returns the gauges of the replica; none without one. */
export const replicaGauges = (replica: Replica | null): GaugeDefinition[] =>
  replica === null
    ? []
    : [
        {
          name: 'heed_replica_in_use',
          help: 'Whether reads that may be stale use the replica',
          collect: async () => (replica.isInUse ? 1 : 0),
        },
        {
          name: 'heed_replica_lag_seconds',
          help: 'How far the replica may be behind, including the time since it was last asked',
          collect: async () => replica.lagSeconds,
        },
      ]
