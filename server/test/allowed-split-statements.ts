import type { AllowedStatements } from './allowed-spread-statements.ts'

/**
 * Lists the product's statements that Citus splits around a part that changes rows, and why the result is the same as with one
 * snapshot. All others fail the run. Citus sends a statement to its node whole if its parts only update and delete; an
 * insert among them makes it run the parts one after another, in the order in which they are written.
 */
export const allowedSplitStatements: AllowedStatements[] = [
  {
    reason: 'inserts votes, then counts them in their requests, whose rows the insert does not change',
    begins: ['with cast_vote as ( insert into votes', 'with cast_votes as ( insert into votes'],
  },
  {
    reason: 'chooses the rows before it inserts them, and then reads only the chosen and the inserted ones',
    begins: [
      'with candidates as materialized (',
      'with due as materialized ( select w.workspace_id, w.id, w.events',
      'with offered as materialized (select n.* from unnest(',
      'with wanted as materialized ( select distinct w.workspace_id, w.id as webhook_id',
    ],
  },
  {
    reason:
      'reads the pending deliveries first; those that it inserts are due at once, so the last part does not hasten them',
    begins: [
      'with wanted as ( select d.event_id as id, d.event_type as type from webhook_deliveries d',
      'with wanted as ( select e.id, e.type from events e',
    ],
  },
  {
    reason:
      'imports records of an archive: later parts read only the inserted rows, and the rows before an update are read first',
    begins: ['with added as ( insert into "', 'with n as materialized ( select r."'],
  },
  {
    reason: 'undoes an import of members: parts that read their table leave out the deleted rows by id',
    begins: ['with batch as materialized ( select a.source_id, a.target_id from archived_records a'],
  },
]
