-- Who works on an idempotency key for longer than one transaction. What is past its time was left by a process that died.

create table idempotency_leases (
  workspace_id uuid not null references workspaces,
  operation    text not null,
  key          text not null,
  holder       uuid not null,
  leased_until   timestamptz(3) not null,
  primary key (workspace_id, operation, key)
);
create index idempotency_leases_expiry on idempotency_leases (leased_until);
