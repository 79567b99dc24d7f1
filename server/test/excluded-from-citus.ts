/** The test files that do not run on a distributed database, with the reason, by path. */
export const excludedFromCitus: Record<string, string> = {
  'server/feedback/search/rows-read.test.ts':
    'forces generic plans, which Citus never uses, and reads counters of PostgreSQL that the coordinator does not have',
  'server/feedback/search/texts-read.test.ts':
    'checks plans of PostgreSQL, but the coordinator has only plans of Citus',
  'server/test/plans/plans.test.ts': 'checks plans of PostgreSQL, but the coordinator has only plans of Citus',
  'server/test/plans/customer-search.test.ts':
    'checks plans of PostgreSQL, but the coordinator has only plans of Citus',
}
